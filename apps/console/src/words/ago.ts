import { locale } from './spoken.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * When something was: how long ago, up to a day, then the date.
 *
 * @param moment an instant of ISO 8601
 */
export function ago(moment: string, now: number = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(moment));
  if (passed >= dayMs) return new Date(moment).toLocaleDateString(locale, { dateStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
  if (passed >= hourMs) return relative.format(-Math.floor(passed / hourMs), 'hour');
  return passed < minuteMs ? relative.format(0, 'second') : relative.format(-Math.floor(passed / minuteMs), 'minute');
}

/** Writes the exact time, with its zone. */
export function exactMoment(moment: string): string {
  return new Date(moment).toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' });
}
