import cronstrue from 'cronstrue';

/** A schedule as people say it: `At 09:00 AM, only on Monday`. The text itself when there are no words for it. */
export function cronWords(cron: string): string {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: false, verbose: false });
  } catch {
    // It throws texts, and only for what it does not understand.
    return cron;
  }
}
