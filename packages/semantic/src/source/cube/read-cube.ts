import type {
  CubeDefinition,
  HierarchyDefinition,
  MemberDefinition,
  PreAggregationDefinition,
  AuthorSql,
} from '../definition.ts';
import { finding, type Finding, labelOf, type KeyPath, placeOf } from '../finding.ts';
import { faceKeys, readFace } from '../member/read-face.ts';
import { dimensionKeys, readDimension } from '../member/read-dimension.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readBoolean,
  readFields,
  readList,
  readText,
  refuse,
  type MappingShape,
  shape,
} from '../fields/read-fields.ts';
import { hierarchyKeys, readHierarchy } from './read-hierarchy.ts';
import { readJoin, refuseRepeatedJoins } from './read-join.ts';
import { measureKeys, readMeasure } from '../member/read-measure.ts';
import { isName, readName } from '../fields/read-name.ts';
import { readPolicies } from '../policy/read-policy.ts';
import { preAggregationKeys, readPreAggregation } from './read-pre-aggregation.ts';
import { readRefreshKey } from './read-refresh-key.ts';
import { readSegment, segmentKeys } from '../member/read-segment.ts';
import { readSql, withoutSemicolon } from '../fields/read-sql.ts';

export const cubeKeys = shape(
  [
    ...faceKeys,
    'sql',
    'sql_table',
    'sql_alias',
    'data_source',
    'extends',
    'joins',
    'dimensions',
    'measures',
    'segments',
    'pre_aggregations',
    'refresh_key',
    'calendar',
    'hierarchies',
    'rewrite_queries',
    'access_policy',
  ],
  [],
  { filled: ['access_policy'] },
);

const sections = ['dimensions', 'measures', 'segments', 'joins'];

const defaultDataSource = 'default';

export function readCube(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): Omit<CubeDefinition, 'isDamaged'> {
  const lost: string[] = [];
  const members = [
    ...readSection('dimensions', 'dimension', dimensionKeys, readDimension),
    ...readSection('measures', 'measure', measureKeys, readMeasure),
    ...readSection('segments', 'segment', segmentKeys, readSegment),
  ];
  const preAggregations = readSection<PreAggregationDefinition>(
    'pre_aggregations',
    'preAggregation',
    preAggregationKeys,
    (member, its, at) => readPreAggregation(name, member, its, at, reading),
  );
  const hierarchies = readSection<HierarchyDefinition>('hierarchies', 'hierarchies', hierarchyKeys, readHierarchy);
  // Rewriting is for engines that Orrery does not support, so the option has no effect.
  readBoolean(fields, 'rewrite_queries', place, reading);
  const joinList = placeOf(place, 'joins');
  const lostJoins: string[] = [];
  const joins = readList(fields, 'joins', place, reading).flatMap((item, index) => {
    const join = readJoin(item, index, joinList, reading);
    const to = nameIn(item);
    if (!join && to !== undefined) lostJoins.push(to);
    return join ?? [];
  });
  refuseRepeatedJoins(name, joins, reading);
  return {
    kind: 'cube',
    name,
    place,
    ...readFace(fields, place, reading),
    ...readSource(fields, place, reading),
    ...optional('alias', readAlias(fields, place, reading)),
    ...optional('dataSource', readText(fields, 'data_source', place, reading)),
    ...optional('extends', readText(fields, 'extends', place, reading)),
    ...optional('refreshKey', readRefreshKey(fields, place, reading)),
    ...optional('isCalendar', readBoolean(fields, 'calendar', place, reading)),
    members,
    hierarchies,
    joins,
    preAggregations,
    policies: readPolicies(name, fields, place, reading),
    losses: { names: lost, joins: lostJoins, isOpen: sections.some((key) => !isListOrAbsent(fields.get(key))) },
  };

  function readSection<T extends MemberDefinition | HierarchyDefinition | PreAggregationDefinition>(
    section: string,
    kind: string,
    keys: MappingShape,
    read: (member: string, its: DeclaredFields, at: KeyPath, reading: Reading) => T | undefined,
  ): readonly T[] {
    const list = placeOf(place, section);
    const seen = new Set<string>();
    const items: T[] = [];
    readList(fields, section, place, reading).forEach((item, index) => {
      const unnamed = placeOf(list, index, nameIn(item));
      const its = readFields(item, keys, unnamed, reading);
      const member = its && readName(its, kind, unnamed, reading);
      if (!its || member === undefined) return;
      if (seen.has(member)) {
        refuse(reading, 'model.duplicate-member', { kind, member, cube: name }, placeOf(unnamed, 'name'));
        return;
      }
      seen.add(member);
      const definition = read(member, its, unnamed, reading);
      if (definition) items.push(definition);
      else lost.push(member);
    });
    return items;
  }
}

export { defaultDataSource };

function isListOrAbsent(value: unknown): boolean {
  return value === undefined || Array.isArray(value);
}

function nameIn(item: unknown): string | undefined {
  const name: unknown = typeof item === 'object' && item !== null && 'name' in item ? item.name : undefined;
  return isName(name) ? name : undefined;
}

/** `SELECT * FROM t` is the table itself: engines then see a table scan, not a derived one. */
const wholeTable = /^select\s+\*\s+from\s+([\w."`]+)\s*;?$/i;

function readSource(
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): { readonly source?: { readonly kind: 'table' | 'select'; readonly sql: AuthorSql } } {
  const table = readSql(fields, 'sql_table', place, reading);
  const select = readSql(fields, 'sql', place, reading);
  if (fields.has('sql') && fields.has('sql_table')) {
    reading.findings.push(sourceConflict(reading.piece, place));
    return {};
  }
  if (table) return { source: { kind: 'table', sql: table } };
  if (!select) return {};
  const name = select.fragment.text.match(wholeTable)?.[1];
  if (name !== undefined) {
    const fragment = { text: name, parts: [{ kind: 'text' as const, text: name }], isBareIdentifier: false };
    return { source: { kind: 'table', sql: { fragment, place: select.place } } };
  }
  return { source: { kind: 'select', sql: withoutSemicolon(select) } };
}

function sourceConflict(piece: string, place: KeyPath): Finding {
  return finding('model.two-sources', { piece }, placeOf(place, 'sql'), { mark: 'key' });
}

function readAlias(fields: DeclaredFields, place: KeyPath, reading: Reading): string | undefined {
  const alias = readText(fields, 'sql_alias', place, reading);
  if (alias === undefined || isName(alias)) return alias;
  const at = placeOf(place, 'sql_alias');
  return refuse(reading, 'model.bad-name', { kind: labelOf(at), name: alias }, at);
}
