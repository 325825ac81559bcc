import type { MemberDefinition } from '../definition.ts';
import { type KeyPath, placeOf } from '../finding.ts';
import { dimensionKeys, readDimension } from '../member/read-dimension.ts';
import {
  type DeclaredFields,
  type Reading,
  readFields,
  readList,
  refuse,
  type MappingShape,
} from '../fields/read-fields.ts';
import { measureKeys, readMeasure } from '../member/read-measure.ts';
import { isName, readName } from '../fields/read-name.ts';
import { readSegment, segmentKeys } from '../member/read-segment.ts';

type MemberReader = (
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
) => MemberDefinition | undefined;

const sections: readonly (readonly [section: string, kind: string, keys: MappingShape, read: MemberReader])[] = [
  ['dimensions', 'dimension', dimensionKeys, readDimension],
  ['measures', 'measure', measureKeys, readMeasure],
  ['segments', 'segment', segmentKeys, readSegment],
];

/** Reads members that a view defines over the included ones. */
export function readOwnMembers(
  view: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): readonly MemberDefinition[] {
  const seen = new Set<string>();
  return sections.flatMap(([section, kind, keys, read]) => {
    const list = placeOf(place, section);
    return readList(fields, section, place, reading).flatMap((item, index): readonly MemberDefinition[] => {
      const named: unknown = typeof item === 'object' && item !== null && 'name' in item ? item.name : undefined;
      const at = placeOf(list, index, isName(named) ? named : undefined);
      const its = readFields(item, keys, at, reading);
      const name = its && readName(its, kind, at, reading);
      if (!its || name === undefined) return [];
      if (seen.has(name)) {
        refuse(reading, 'model.duplicate-member', { kind, member: name, cube: view }, placeOf(at, 'name'));
        return [];
      }
      seen.add(name);
      const definition = read(name, its, at, reading);
      return definition ? [definition] : [];
    });
  });
}
