import { type Place, placeOf, labelOf } from './finding.ts';
import { type Fields, type Reading, readBoolean, readFields, readText, refuse, shape } from './read-fields.ts';

const refreshKeys = shape(['every', 'sql', 'timezone', 'incremental', 'update_window', 'immutable']);

const interval = /^\d+ (?:second|minute|hour|day|week)s?$/;
const cron = /^(?:[\d*/,\-?LW#A-Za-z]+\s+){4,5}[\d*/,\-?LW#A-Za-z]+$/;

/** When a pre-aggregation is to be built anew: an interval, a schedule, or the result of SQL. */
export function readRefreshKey(
  owner: Fields,
  ownerPlace: Place,
  reading: Reading,
): { readonly isIncremental: boolean } {
  if (!owner.has('refresh_key')) return { isIncremental: false };
  const place = placeOf(ownerPlace, 'refresh_key');
  const fields = readFields(owner.get('refresh_key'), refreshKeys, place, reading);
  if (!fields) return { isIncremental: false };
  const every = readText(fields, 'every', place, reading);
  const window = readText(fields, 'update_window', place, reading);
  const isIncremental = readBoolean(fields, 'incremental', place, reading) ?? false;
  const hasSql = readText(fields, 'sql', place, reading) !== undefined;
  readBoolean(fields, 'immutable', place, reading);
  readText(fields, 'timezone', place, reading);
  const { piece } = reading;
  const isInterval = every === undefined || interval.test(every);
  const everyPlace = placeOf(place, 'every');
  if (!isInterval && !cron.test(every)) {
    refuse(reading, 'model.bad-interval', { text: every, path: labelOf(everyPlace), piece }, everyPlace);
  }
  if (window !== undefined && !interval.test(window)) {
    const at = placeOf(place, 'update_window');
    refuse(reading, 'model.bad-interval', { text: window, path: labelOf(at), piece }, at);
  }
  if (hasSql && (isIncremental || !isInterval)) {
    const at = placeOf(place, isIncremental ? 'incremental' : 'every');
    refuse(
      reading,
      'model.either-or',
      { piece, path: labelOf(place), one: 'sql', other: isIncremental ? 'incremental' : 'a cron schedule' },
      at,
    );
  }
  return { isIncremental };
}
