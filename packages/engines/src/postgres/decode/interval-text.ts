/** `P1Y2M3DT4H5M6.5S`, each part with a sign of its own; a time of zero is omitted, or written as `PT0S`. */
const PARTS = /^P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d+))?S)?)?$/;

/** The three numbers of an interval as JSON: the text of DuckDB's intervals. */
export function intervalText(text: string): string {
  const parts = PARTS.exec(text);
  if (parts === null) return text; // `infinity`, since PostgreSQL 17
  const [, years, months, days, hours, minutes, sign = '', seconds = '0', fraction = ''] = parts;
  const count = (part: string | undefined) => Number(part ?? 0);
  const wholeSeconds = BigInt(hours ?? 0) * 3600n + BigInt(minutes ?? 0) * 60n + BigInt(`${sign}${seconds}`);
  const micros = wholeSeconds * 1_000_000n + BigInt(`${sign}${fraction.padEnd(6, '0')}`);
  return JSON.stringify({ months: count(years) * 12 + count(months), days: count(days), micros: String(micros) });
}
