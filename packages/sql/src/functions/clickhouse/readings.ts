/** A text as ClickHouse reads it: a backslash escapes there. */
export function quotedText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const [firstYear, endYear] = [1900, 2300];
/** The first and the last time that the functions of the server take for what it is, in microseconds. */
export const [firstMicrosecond, lastMicrosecond] = [
  BigInt(Date.UTC(firstYear, 0, 1)) * 1000n,
  BigInt(Date.UTC(endYear, 0, 1)) * 1000n - 1n,
];
/** Numbers of months since the year 0, and of days since 1970. */
export const [firstMonth, lastMonth] = [firstYear * 12, endYear * 12 - 1];
export const [firstDay, lastDay] = [Date.UTC(firstYear, 0, 1) / 86_400_000, Date.UTC(endYear, 0, 1) / 86_400_000 - 1];

/** Whether the types of the server keep a day or a time: others become the first or the last one without an error. */
export function keepsReading(reading: string): boolean {
  const year = /^(\d{4})-/.exec(reading)?.[1];
  return year !== undefined && Number(year) >= firstYear && Number(year) < endYear;
}

/** @param reading as `2024-01-31 10:00:00.123456` */
export function timeConstant(reading: string): string {
  const [whole = '', fraction = ''] = reading.split('.');
  const seconds = BigInt(Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000);
  return `fromUnixTimestamp64Micro(toInt64(${seconds * 1_000_000n + BigInt(fraction.padEnd(6, '0'))}), 'UTC')`;
}
