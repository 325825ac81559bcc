import { type Clock, nextReading, readCron } from '@orrery/semantic';

const longestCron = 255;

/** A value in the form that all programs reading cron texts agree on; programs interpret other forms differently. */
const value = String.raw`(?:[0-9]{1,2}|[A-Za-z]{3})`;
const part = String.raw`(?:${value}|(?:\*|${value}-${value})(?:\/[0-9]{1,2})?)`;
const list = new RegExp(`^${part}(?:,${part})*$`);

const fields = [
  { name: 'minute', count: 60 },
  { name: 'hour', count: 24 },
  { name: 'day of the month', count: 31 },
  { name: 'month', count: 12 },
  { name: 'day of the week', count: 7 },
] as const;

/** Returns why a schedule is refused, or `undefined`. */
export function cronFault(text: string): string | undefined {
  if (text.length > longestCron) return `must be at most ${longestCron} characters`;
  const texts = text.split(/[ \t]+/);
  if (text === '' || texts.length !== fields.length) {
    return `must have five fields: ${fields.map(({ name }) => name).join(', ')}`;
  }
  for (const [index, { name, count }] of fields.entries()) {
    const given = texts[index] ?? '';
    const isLastDay = name === 'day of the month' && given === 'L';
    if (!isLastDay && !list.test(given)) {
      return `has the ${name} '${given}': it takes *, numbers, names, ranges (1-5), steps (*/2) and lists (1,3)`;
    }
    const steps = [...given.matchAll(/\/(\d+)/g)].map(([, step]) => Number(step));
    if (steps.some((step) => step > count)) return `has the ${name} '${given}': a step is at most ${count}`;
  }
  const cron = readCron(text);
  if (typeof cron === 'string') return `cannot be read: ${cron}`;
  return nextReading(cron, anyReading) === undefined ? 'names a day that never occurs' : undefined;
}

/** Whether a schedule ever comes does not depend on the clock. */
const anyReading = 0 as Clock;
