export const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

export type Unit = (typeof units)[number];

/**
 * Start of the unit that holds a wall clock reading. Works on the text alone, without the arithmetic under test.
 *
 * @param civil `YYYY-MM-DDTHH:mm:ss.SSS`
 */
export function startOfUnit(unit: Unit, civil: string): string {
  const [year = '', month = '', day = ''] = civil.slice(0, 10).split('-');
  switch (unit) {
    case 'second':
      return `${civil.slice(0, 19)}.000`;
    case 'minute':
      return `${civil.slice(0, 16)}:00.000`;
    case 'hour':
      return `${civil.slice(0, 13)}:00:00.000`;
    case 'day':
      return midnight(`${year}-${month}-${day}`);
    case 'week':
      return midnight(mondayOf(`${year}-${month}-${day}`));
    case 'month':
      return midnight(`${year}-${month}-01`);
    case 'quarter':
      return midnight(`${year}-${['01', '04', '07', '10'][Math.floor((Number(month) - 1) / 3)]}-01`);
    case 'year':
      return midnight(`${year}-01-01`);
  }
}

function midnight(date: string): string {
  return `${date}T00:00:00.000`;
}

function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
