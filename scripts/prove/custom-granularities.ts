/**
 * A granularity of a model, and the start of its bucket found by counting one bucket after another, without the
 * arithmetic under test.
 */
export interface CustomGranularity {
  readonly name: string;
  /** Keys that define it in a model. */
  readonly keys: string;
  start(civil: string): string;
}

export const customGranularities: readonly CustomGranularity[] = [
  { name: 'quarter_hour', keys: 'interval: 15 minutes', start: (civil) => minuteOf(civil, 15) },
  { name: 'half_hour', keys: 'interval: 30 minutes', start: (civil) => minuteOf(civil, 30) },
  { name: 'shift', keys: 'interval: 8 hours, offset: 6 hours', start: shiftOf },
  { name: 'before_dawn', keys: 'interval: 1 day, origin: "2024-01-01T04:00"', start: (civil) => dayFrom(civil, '04') },
  { name: 'sunday_week', keys: 'interval: 1 week, offset: -1 day', start: sundayOf },
  { name: 'fiscal', keys: 'interval: 1 year, offset: 1 month', start: (civil) => yearFrom(civil, '02') },
  { name: 'month_end', keys: 'interval: 1 month, origin: 2024-01-31', start: monthEndOf },
];

function minuteOf(civil: string, size: number): string {
  const minutes = Array.from({ length: 60 / size }, (_, index) => String(index * size).padStart(2, '0'));
  const [hour, minute] = [civil.slice(0, 13), civil.slice(14, 16)];
  return `${hour}:${minutes.findLast((one) => one <= minute)}:00.000`;
}

function shiftOf(civil: string): string {
  const [date, hour] = [civil.slice(0, 10), civil.slice(11, 13)];
  if (hour < '06') return `${dayBefore(date)}T22:00:00.000`;
  return `${date}T${['06', '14', '22'].findLast((one) => one <= hour)}:00:00.000`;
}

function dayFrom(civil: string, hour: string): string {
  const date = civil.slice(0, 10);
  return `${civil.slice(11, 13) < hour ? dayBefore(date) : date}T${hour}:00:00.000`;
}

function sundayOf(civil: string): string {
  let date = civil.slice(0, 10);
  while (new Date(`${date}T00:00:00Z`).getUTCDay() !== 0) date = dayBefore(date);
  return `${date}T00:00:00.000`;
}

function yearFrom(civil: string, month: string): string {
  const year = Number(civil.slice(0, 4)) - (civil.slice(5, 7) < month ? 1 : 0);
  return `${year}-${month}-01T00:00:00.000`;
}

/** The last day of a month: today's month or an earlier one. */
function monthEndOf(civil: string): string {
  let date = civil.slice(0, 10);
  while (dayAfter(date).slice(8) !== '01') date = dayBefore(date);
  return `${date}T00:00:00.000`;
}

function dayBefore(date: string): string {
  return moved(date, -1);
}

function dayAfter(date: string): string {
  return moved(date, 1);
}

function moved(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
