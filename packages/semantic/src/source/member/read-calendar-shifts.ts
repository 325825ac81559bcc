import type { DimensionDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  type Reading,
  readFields,
  readList,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readInterval, readShiftBy } from './read-stage.ts';
import { readSql } from '../fields/read-sql.ts';

const shiftKeys = shape(['interval', 'type', 'name', 'sql']);

type DeclaredShift = DimensionDefinition['timeShifts'][number];

/** Reads the time shifts of a calendar: by a column, each by its interval or by a name, or names for intervals. */
export function readCalendarShifts(
  fields: DeclaredFields,
  dimension: string,
  place: KeyPath,
  reading: Reading,
): DimensionDefinition['timeShifts'] {
  const list = placeOf(place, 'time_shift');
  const names = new Set<string>();
  return readList(fields, 'time_shift', place, reading).flatMap((item, index) => {
    const at = placeOf(list, index);
    const shift = readFields(item, shiftKeys, at, reading);
    if (!shift) return [];
    const known = isNameOfInterval(shift) ? readNameOfInterval(shift, at, reading) : readColumn(shift, at, reading);
    if (known?.by.kind === 'named') {
      const { name } = known.by;
      if (names.has(name)) {
        const cube = reading.piece.replace(/ cube$/, '');
        refuse(reading, 'model.duplicate-time-shift', { name, dimension, cube }, at);
      }
      names.add(name);
    }
    return known ?? [];
  });
}

function isNameOfInterval(shift: DeclaredFields): boolean {
  return shift.has('name') && (shift.has('interval') || shift.has('type'));
}

function readNameOfInterval(shift: DeclaredFields, place: KeyPath, reading: Reading): DeclaredShift | undefined {
  if (shift.has('sql')) {
    const params = { piece: reading.piece, path: labelOf(place), one: 'sql', other: 'interval' };
    const hint = 'A shift with a name is by a column, or by an interval';
    return refuse(reading, 'model.either-or', params, place, { hint });
  }
  const name = readText(shift, 'name', place, reading);
  const interval = readInterval(shift, place, reading);
  if (name === undefined || !interval) return undefined;
  return { place, by: { kind: 'named', name }, moves: { kind: 'interval', interval } };
}

function readColumn(shift: DeclaredFields, place: KeyPath, reading: Reading): DeclaredShift | undefined {
  const by = readShiftBy(shift, place, reading);
  const sql = requireField(shift, 'sql', place, reading) ? readSql(shift, 'sql', place, reading) : undefined;
  return by && sql && { place, by, moves: { kind: 'sql', sql } };
}
