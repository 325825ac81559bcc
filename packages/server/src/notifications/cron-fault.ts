import { readCron } from './read-cron.ts';

const longestCron = 255;

/** Some readers of cron know more than this. What is not here they do not all understand alike. */
const part = String.raw`(?:\*|[0-9]{1,2}|[A-Za-z]{3})(?:-(?:[0-9]{1,2}|[A-Za-z]{3}))?(?:\/[0-9]{1,2})?`;
const list = new RegExp(`^${part}(?:,${part})*$`);

const fields = ['minute', 'hour', 'day of the month', 'month', 'day of the week'] as const;

/** Why this is no schedule that comes, or `undefined`. */
export function cronFault(text: string): string | undefined {
  if (text.length > longestCron) return `must be at most ${longestCron} characters`;
  const texts = text.split(/[ \t]+/);
  if (text === '' || texts.length !== fields.length) {
    return `must have five fields: ${fields.join(', ')}`;
  }
  for (const [index, name] of fields.entries()) {
    const given = texts[index] ?? '';
    const isLastDay = name === 'day of the month' && given === 'L';
    if (isLastDay || list.test(given)) continue;
    return `has the ${name} '${given}': it takes *, numbers, names, ranges (1-5), steps (*/2) and lists (1,3)`;
  }
  const cron = readCron(text);
  if (typeof cron === 'string') return `cannot be read: ${cron}`;
  return cron.nextRun(firstDay) === null ? 'names a day that never comes' : undefined;
}

/** Any day: whether a schedule comes at all does not depend on it. */
const firstDay = new Date(0);
