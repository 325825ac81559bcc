import type { IncludedMember, Inclusion, ViewDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { readDefaultFilters } from './read-default-filters.ts';
import { faceKeys, readDescription, readFace, readMeta } from '../member/read-face.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readBoolean,
  readFields,
  readEach,
  readList,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readFolders } from './read-folders.ts';
import { isName } from '../fields/read-name.ts';
import { readOwnMembers } from './read-own-members.ts';
import { readPolicies } from '../policy/read-policy.ts';
import { readReference } from '../fields/read-sql.ts';
import { readMemberships } from './read-view-group.ts';

export const viewKeys = shape(
  [
    ...faceKeys,
    'extends',
    'cubes',
    'dimensions',
    'measures',
    'segments',
    'folders',
    'default_filters',
    'view_group',
    'view_groups',
    'access_policy',
  ],
  ['hierarchies'],
  { filled: ['access_policy'] },
);
const inclusionKeys = shape(['join_path', 'includes', 'excludes', 'prefix', 'alias', 'split']);
const includedKeys = shape(['name', 'alias', 'title', 'description', 'format', 'meta']);

export function readView(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): Omit<ViewDefinition, 'isDamaged'> {
  return {
    kind: 'view',
    name,
    place,
    ...readFace(fields, place, reading),
    ...optional('extends', readText(fields, 'extends', place, reading)),
    inclusions: readEach(fields, 'cubes', place, reading, (item, at) => readInclusion(item, at, reading)),
    members: readOwnMembers(name, fields, place, reading),
    folders: readFolders(fields, name, place, reading),
    defaultFilters: readDefaultFilters(fields, name, place, reading),
    groups: readMemberships(fields, place, reading),
    policies: readPolicies(name, fields, place, reading),
  };
}

function readInclusion(value: unknown, place: KeyPath, reading: Reading): Inclusion | undefined {
  const fields = readFields(value, inclusionKeys, place, reading);
  if (!fields) return undefined;
  const isComplete = [
    requireField(fields, 'join_path', place, reading),
    requireField(fields, 'includes', place, reading),
  ];
  if (!isComplete.every(Boolean)) return undefined;
  const path = readReference(fields.get('join_path'), placeOf(place, 'join_path'), reading);
  const includes = readIncludes(fields.get('includes'), placeOf(place, 'includes'), reading);
  const excludes = readExcludes(fields, place, reading);
  const alias = readText(fields, 'alias', place, reading);
  const hasPrefix = readBoolean(fields, 'prefix', place, reading) ?? false;
  const isSplit = readBoolean(fields, 'split', place, reading) ?? false;
  if (hasPrefix && isSplit)
    return refuse(reading, 'model.split-with-prefix', undefined, placeOf(place, 'split'), { mark: 'key' });
  if (alias !== undefined && !isName(alias)) {
    return refuse(reading, 'model.bad-name', { kind: 'alias', name: alias }, placeOf(place, 'alias'));
  }
  const joinPath = path?.steps;
  if (!joinPath || !includes) return undefined;
  return {
    place,
    joinPath,
    includes,
    excludes,
    ...(hasPrefix ? { prefix: alias ?? joinPath.at(-1) ?? '' } : {}),
    ...(isSplit ? { split: alias ?? joinPath.at(-1) ?? '' } : {}),
    ...(alias !== undefined && !hasPrefix && !isSplit ? { idleAlias: placeOf(place, 'alias') } : {}),
  };
}

function readIncludes(value: unknown, place: KeyPath, reading: Reading): Inclusion['includes'] | undefined {
  if (value === '*') return '*';
  if (!Array.isArray(value)) {
    return refuse(reading, 'model.bad-includes', { piece: reading.piece, path: labelOf(place) }, place);
  }
  return value.flatMap((item, index) => readIncluded(item, placeOf(place, index), reading) ?? []);
}

function readIncluded(value: unknown, place: KeyPath, reading: Reading): IncludedMember | undefined {
  if (typeof value === 'string') {
    if (value.includes('.')) {
      return refuse(reading, 'model.path-in-view', { list: 'includes', item: value, role: 'include' }, place);
    }
    return { name: value, place };
  }
  const fields = readFields(value, includedKeys, place, reading);
  if (!fields || !requireField(fields, 'name', place, reading)) return undefined;
  const name = readText(fields, 'name', place, reading);
  if (name === undefined) return undefined;
  if (name.includes('.')) {
    return refuse(
      reading,
      'model.path-in-view',
      { list: 'includes', item: name, role: 'include' },
      placeOf(place, 'name'),
    );
  }
  const alias = readText(fields, 'alias', place, reading);
  if (alias !== undefined && !isName(alias)) {
    return refuse(reading, 'model.bad-name', { kind: 'alias', name: alias }, placeOf(place, 'alias'));
  }
  return {
    name,
    place,
    ...optional('alias', alias),
    ...optional('title', readText(fields, 'title', place, reading)),
    ...optional('description', readDescription(fields, place, reading)),
    ...optional('meta', readMeta(fields, place, reading)),
    ...optional('format', fields.get('format')),
  };
}

function readExcludes(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly string[] {
  const list = placeOf(place, 'excludes');
  return readList(fields, 'excludes', place, reading).flatMap((item, index) => {
    const at = placeOf(list, index);
    if (typeof item !== 'string') {
      refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(at) }, at);
      return [];
    }
    if (item.includes('.')) {
      refuse(reading, 'model.path-in-view', { list: 'excludes', item, role: 'exclude' }, at);
      return [];
    }
    return [item];
  });
}
