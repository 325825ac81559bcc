const DASH = 45;
const SPACE = 32;
const POINT = 46;
const PLUS = 43;
const MIDNIGHT = '00:00:00.000';
/** `2024-01-31`, `2024-01-31 10:20:30.123456+00`, `0044-03-15 BC`; years beyond 9999 have more digits. */
const PARTS = /^(\d{4,})-(\d\d-\d\d)(?: (\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00)?)?( BC)?$/;

/**
 * A date, or a timestamp in UTC, as `YYYY-MM-DDTHH:mm:ss.SSS`, cut to milliseconds. Infinite values are no point in
 * time and become `null`.
 */
export function timeText(text: string): string | null {
  if (text.charCodeAt(4) === DASH && !text.endsWith('C')) {
    if (text.length === 10) return `${text}T${MIDNIGHT}`;
    if (text.charCodeAt(10) === SPACE) return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds(text)}`;
  }
  const parts = PARTS.exec(text);
  if (parts === null) return null;
  const [, year = '', date = '', time = '00:00:00', fraction = '', era] = parts;
  return `${yearText(era === undefined ? Number(year) : 1 - Number(year))}-${date}T${time}.${threeDigits(fraction)}`;
}

/** The same with all six digits, and `infinity`. */
export function postgresExactTime(text: string): string {
  if (text.endsWith('infinity')) return text;
  const ms = timeText(text) ?? text;
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return ms + fraction.padEnd(6, '0').slice(3);
}

/** After the seconds comes a point with one to six digits, or nothing, and then perhaps `+00`. */
function milliseconds(text: string): string {
  if (text.charCodeAt(19) !== POINT) return '000';
  const end = text.charCodeAt(text.length - 3) === PLUS ? text.length - 3 : text.length;
  return threeDigits(text.slice(20, end));
}

function threeDigits(fraction: string): string {
  return fraction.length >= 3 ? fraction.slice(0, 3) : fraction.padEnd(3, '0');
}

/** Four digits; years outside 0 to 9999 have the signed six digits of ISO 8601's expanded form. */
function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}
