import { type KeyPath, placeOf } from '../finding.ts';
import { readDescription } from '../member/read-face.ts';
import { type DeclaredFields, optional, type Reading, readFields, readText, shape } from '../fields/read-fields.ts';
import { readName, readNames } from '../fields/read-name.ts';
import type { GroupMembership, ViewGroupDefinition } from './view-definition.ts';

const groupKeys = shape(['name', 'title', 'description', 'views']);

export function readViewGroup(value: unknown, place: KeyPath, reading: Reading): ViewGroupDefinition | undefined {
  const fields = readFields(value, groupKeys, place, reading);
  const name = fields && readName(fields, 'view group', place, reading);
  if (!fields || name === undefined) return undefined;
  return {
    name,
    place,
    ...optional('title', readText(fields, 'title', place, reading)),
    ...optional('description', readDescription(fields, place, reading)),
    views: readNames(fields, 'views', place, reading),
  };
}

/** `view_group`, one name, and `view_groups`, a list. */
export function readMemberships(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly GroupMembership[] {
  const one = readText(fields, 'view_group', place, reading);
  const list = placeOf(place, 'view_groups');
  return [
    ...(one === undefined ? [] : [{ group: one, place: placeOf(place, 'view_group') }]),
    ...readNames(fields, 'view_groups', place, reading).map((group, index) => ({ group, place: placeOf(list, index) })),
  ];
}
