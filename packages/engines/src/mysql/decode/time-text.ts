const MIDNIGHT = '00:00:00.';
const MICROSECOND_DIGITS = 6;

/**
 * Converts the driver's text of a date or time to `YYYY-MM-DDTHH:mm:ss.SSS`; digits finer than a millisecond are cut
 * off. Dates without a month or a day, which these servers keep, are no point in time and become `null`.
 *
 * @param decimals of the column; without any, the driver writes microseconds as a plain number
 */
export function timeText(text: string, decimals: number): string | null {
  return timeOf(text, decimals, 3);
}

/** The same with all six digits. */
export function mysqlExactTime(text: string, decimals: number): string | null {
  return timeOf(text, decimals, MICROSECOND_DIGITS);
}

function timeOf(text: string, decimals: number, shown: number): string | null {
  const date = text.slice(0, 10);
  if (date.endsWith('-00') || date.slice(5, 7) === '00') return null;
  if (text.length === 10) return `${date}T${MIDNIGHT}${'0'.repeat(shown)}`;
  const fraction = text.slice(20);
  const digits = decimals === 0 ? fraction.padStart(MICROSECOND_DIGITS, '0') : fraction;
  return `${date}T${text.slice(11, 19)}.${digits.slice(0, shown).padEnd(shown, '0')}`;
}
