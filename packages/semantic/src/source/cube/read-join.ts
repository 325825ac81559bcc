import type { Relationship } from '../../model/index.ts';
import type { JoinDefinition } from '../definition.ts';
import { type KeyPath, placeOf } from '../finding.ts';
import { type Reading, readChoice, readFields, refuse, requireField, shape } from '../fields/read-fields.ts';
import { readName } from '../fields/read-name.ts';
import { readSql } from '../fields/read-sql.ts';

const joinKeys = shape(['name', 'relationship', 'sql']);

const spellings = ['one_to_one', 'has_one', 'one_to_many', 'has_many', 'many_to_one', 'belongs_to'] as const;

const relationships: Readonly<Record<(typeof spellings)[number], Relationship>> = {
  one_to_one: 'one-to-one',
  has_one: 'one-to-one',
  one_to_many: 'one-to-many',
  has_many: 'one-to-many',
  many_to_one: 'many-to-one',
  belongs_to: 'many-to-one',
};

export function readJoin(value: unknown, index: number, list: KeyPath, reading: Reading): JoinDefinition | undefined {
  const unnamed = placeOf(list, index);
  const fields = readFields(value, joinKeys, unnamed, reading);
  if (!fields) return undefined;
  const to = readName(fields, 'join', unnamed, reading);
  const place = placeOf(list, index, to);
  const hasBoth = [requireField(fields, 'relationship', place, reading), requireField(fields, 'sql', place, reading)];
  const spelling = readChoice(fields, 'relationship', spellings, place, reading);
  const sql = readSql(fields, 'sql', place, reading);
  if (to === undefined || !hasBoth.every(Boolean) || spelling === undefined || sql === undefined) return undefined;
  return { to, place, relationship: relationships[spelling], sql };
}

/** Refuses several joins to one cube: a query could not tell them apart. */
export function refuseRepeatedJoins(cube: string, joins: readonly JoinDefinition[], reading: Reading): void {
  const seen = new Set<string>();
  for (const { to, place } of joins) {
    if (seen.has(to)) {
      refuse(reading, 'model.duplicate-join', { cube, to }, placeOf(place, 'name'), {
        hint: `Define a cube that extends ${to} and join that one`,
      });
    }
    seen.add(to);
  }
}
