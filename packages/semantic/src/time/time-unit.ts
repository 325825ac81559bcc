/** From fine to coarse. */
export const timeUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

export type TimeUnit = (typeof timeUnits)[number];

export function isTimeUnit(text: string): text is TimeUnit {
  return (timeUnits as readonly string[]).includes(text);
}
