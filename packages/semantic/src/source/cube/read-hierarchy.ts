import type { HierarchyDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { readFace } from '../member/read-face.ts';
import { type DeclaredFields, type Reading, refuse, requireField, shape } from '../fields/read-fields.ts';
import { readReferences } from '../fields/read-sql.ts';

export const hierarchyKeys = shape(['name', 'title', 'public', 'shown', 'visible', 'levels']);

export function readHierarchy(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): HierarchyDefinition | undefined {
  const face = readFace(fields, place, reading);
  if (!requireField(fields, 'levels', place, reading)) return undefined;
  const levels = readReferences(fields, 'levels', place, reading);
  const at = placeOf(place, 'levels');
  if (levels.length === 0) {
    const isEmpty = Array.isArray(fields.get('levels')) && (fields.get('levels') as readonly unknown[]).length === 0;
    return isEmpty ? refuse(reading, 'model.empty', { piece: reading.piece, path: labelOf(at) }, at) : undefined;
  }
  return { kind: 'hierarchy', name, place, ...face, levels };
}
