import type { DimensionDefinition } from './definition.ts';
import { type Place, placeOf } from './finding.ts';
import { type Fields, type Reading, readFields, readList, refuse, requireField, shape } from './read-fields.ts';
import { readShiftBy } from './read-stage.ts';
import { readSql } from './read-sql.ts';

const shiftKeys = shape(['interval', 'type', 'name', 'sql']);

/** Shifts in time that a calendar knows by a column, each by its interval or by a name. */
export function readCalendarShifts(
  fields: Fields,
  dimension: string,
  place: Place,
  reading: Reading,
): DimensionDefinition['timeShifts'] {
  const list = placeOf(place, 'time_shift');
  const names = new Set<string>();
  return readList(fields, 'time_shift', place, reading).flatMap((item, index) => {
    const at = placeOf(list, index);
    const shift = readFields(item, shiftKeys, at, reading);
    if (!shift) return [];
    const by = readShiftBy(shift, at, reading);
    const sql = requireField(shift, 'sql', at, reading) ? readSql(shift, 'sql', at, reading) : undefined;
    if (by?.kind === 'named') {
      if (names.has(by.name)) {
        const cube = reading.piece.replace(/ cube$/, '');
        refuse(reading, 'model.duplicate-time-shift', { name: by.name, dimension, cube }, at);
      }
      names.add(by.name);
    }
    return by && sql ? [{ place: at, by, sql }] : [];
  });
}
