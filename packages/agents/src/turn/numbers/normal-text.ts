/** Zeros of the decimal digits of scripts that compatibility normalization keeps apart. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810,
];

/** Writes digits, spaces and separators of all scripts as those of ASCII, so that numbers are read in one way. */
export function normalText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replaceAll('\u066c', ',')
    .replaceAll('\u066b', '.')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll('\u2212', '-');
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((each) => point >= each && point < each + 10);
  return zero === undefined ? digit : String(point - zero);
}
