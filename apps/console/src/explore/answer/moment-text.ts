import { locale } from '../../words/spoken.ts';

interface MomentOptions {
  /** The zone that stands next to the time; absent: that of the browser, which is named with it. */
  readonly zone: string | undefined;
  readonly now?: Date;
}

/** A moment as the time of day in a zone, with its day unless that is today there. */
export function momentText(time: string, { zone: timeZone, now = new Date() }: MomentOptions): string {
  const moment = new Date(time);
  const dayOf = (of: Date) => of.toLocaleDateString(locale, { timeZone });
  return moment.toLocaleString(locale, {
    timeZone,
    ...(dayOf(moment) === dayOf(now) ? {} : ({ day: 'numeric', month: 'short', year: 'numeric' } as const)),
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone === undefined ? ({ timeZoneName: 'short' } as const) : {}),
  });
}
