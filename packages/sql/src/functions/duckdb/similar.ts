/**
 * Reads a pattern of SIMILAR TO as a regular expression about the whole text.
 *
 * @param escape the character before one that means itself; empty: none
 * @returns undefined for a pattern that ends with its escape character
 */
export function readSimilar(pattern: string, escape: string): string | undefined {
  const letters = [...pattern];
  let [text, isInClass] = ['', false];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (letter === escape) {
      at += 1;
      const meant = letters[at];
      if (meant === undefined) return undefined;
      // PostgreSQL writes a backslash before it, whatever it is: `\d` is a digit here too.
      text += `\\${meant}`;
    } else if (isInClass) {
      isInClass = letter !== ']';
      text += letter === '\\' ? '\\\\' : letter;
    } else if (letter === '[') {
      isInClass = true;
      text += letter;
    } else {
      text += meanings[letter] ?? letter;
    }
  }
  return `^(${text})$`;
}

const meanings: Readonly<Record<string, string>> = {
  '%': '.*',
  _: '.',
  '.': '\\.',
  '^': '\\^',
  $: '\\$',
  '\\': '\\\\',
};
