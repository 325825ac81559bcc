import cronstrue from 'cronstrue';

/** Describes a schedule in words: `At 09:00 AM, only on Monday`. Falls back to the cron text. */
export function cronWords(cron: string): string {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: false, verbose: false });
  } catch {
    // The library throws for texts that it does not understand.
    return cron;
  }
}
