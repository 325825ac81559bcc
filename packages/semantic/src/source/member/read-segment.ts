import type { SegmentDefinition } from '../definition.ts';
import type { KeyPath } from '../finding.ts';
import { readFace, segmentFaceKeys } from './read-face.ts';
import { type DeclaredFields, type Reading, requireField, shape } from '../fields/read-fields.ts';
import { readSql } from '../fields/read-sql.ts';

export const segmentKeys = shape([...segmentFaceKeys, 'sql']);

export function readSegment(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): SegmentDefinition | undefined {
  const face = readFace(fields, place, reading);
  if (!requireField(fields, 'sql', place, reading)) return undefined;
  const sql = readSql(fields, 'sql', place, reading);
  return sql && { kind: 'segment', name, place, ...face, sql };
}
