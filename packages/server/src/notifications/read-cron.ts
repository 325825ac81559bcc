import { Cron } from 'croner';

/** A cron text over the readings of one clock, whatever its zone; or why it is none. */
export function readCron(text: string): Cron | string {
  try {
    // croner's own zones leave out some schedules whose hour is skipped; see next-run.ts.
    return new Cron(text, { timezone: 'UTC', mode: '5-part', paused: true });
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return withoutPrefix(error.message);
    throw error;
  }
}

function withoutPrefix(message: string): string {
  return message.replace(/^CronPattern: */, '');
}
