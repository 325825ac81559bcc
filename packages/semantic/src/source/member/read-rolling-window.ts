import type { RollingWindow } from '../../model/index.ts';
import { type Interval, intervalOf, parseInterval } from '../../time/index.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  type Reading,
  readChoice,
  readFields,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';

const keys = shape(['type', 'trailing', 'leading', 'offset', 'granularity']);
const types = ['fixed', 'to_date', 'year_to_date', 'quarter_to_date', 'month_to_date'] as const;

const none: Interval = { months: 0, ms: 0 };

/** Reads the rows around a bucket of time that a measure aggregates. */
export function readRollingWindow(
  owner: DeclaredFields,
  ownerPlace: KeyPath,
  reading: Reading,
): RollingWindow | undefined {
  if (!owner.has('rolling_window')) return undefined;
  const place = placeOf(ownerPlace, 'rolling_window');
  const fields = readFields(owner.get('rolling_window'), keys, place, reading);
  if (!fields) return undefined;
  const type = readChoice(fields, 'type', types, place, reading) ?? 'fixed';
  switch (type) {
    case 'year_to_date':
    case 'quarter_to_date':
    case 'month_to_date':
      refuseOthers(['trailing', 'leading', 'offset', 'granularity'], type);
      // The three shorthands begin with their unit.
      return { kind: 'to-date', granularity: type.slice(0, -'_to_date'.length) };
    case 'to_date': {
      refuseOthers(['trailing', 'leading', 'offset'], type);
      if (!requireField(fields, 'granularity', place, reading)) return undefined;
      const granularity = readText(fields, 'granularity', place, reading);
      return granularity === undefined ? undefined : { kind: 'to-date', granularity };
    }
    case 'fixed': {
      refuseOthers(['granularity'], type);
      const trailing = readReach(fields, 'trailing', place, reading);
      const leading = readReach(fields, 'leading', place, reading);
      const offset = readChoice(fields, 'offset', ['start', 'end'], place, reading) ?? 'end';
      return { kind: 'fixed', trailing, leading, offset };
    }
  }

  function refuseOthers(others: readonly string[], chosen: string): void {
    for (const other of others.filter((key) => fields?.has(key))) {
      const params = { piece: reading.piece, path: labelOf(place), one: `type: ${chosen}`, other };
      refuse(reading, 'model.either-or', params, place);
    }
  }
}

/** Absent means zero. */
function readReach(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): Interval | 'unbounded' {
  const text = readText(fields, key, place, reading);
  if (text === undefined || text === 'unbounded') return text ?? none;
  const parts = parseInterval(text);
  if (parts?.every(({ count }) => count >= 0)) return intervalOf(parts);
  const at = placeOf(place, key);
  refuse(reading, 'model.bad-reach', { piece: reading.piece, path: labelOf(at), text }, at);
  return none;
}
