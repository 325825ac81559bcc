import { type KeyPath, placeOf, labelOf } from '../finding.ts';
import { plainData } from '../yaml/plain-data.ts';
import { readNames } from '../fields/read-name.ts';
import { type DeclaredFields, optional, type Reading, readBoolean, readText, refuse } from '../fields/read-fields.ts';

export const faceKeys = ['name', 'title', 'description', 'meta', 'public', 'shown', 'visible'] as const;

/** Keys that only matter to user interfaces; they are passed to the metadata, below `meta`. */
const shownKeys = ['drill_filters', 'values_as_segments', 'field_type', 'enable_suggestions'] as const;
export const dimensionFaceKeys = [
  ...faceKeys,
  'aliases',
  'values_as_segments',
  'field_type',
  'enable_suggestions',
] as const;
export const measureFaceKeys = [...faceKeys, 'aliases', 'drill_filters'] as const;
export const segmentFaceKeys = [...faceKeys, 'aliases'] as const;

interface FaceFields {
  readonly title?: string;
  readonly description?: string;
  readonly meta?: unknown;
  /** Other names, for people and agents. */
  readonly aliases?: readonly string[];
  readonly isPublic?: boolean;
}

/**
 * Reads what cubes, views and members show of themselves. `shown` and `visible` are older spellings of `public`; with
 * several of them, the one that hides wins.
 */
export function readFace(fields: DeclaredFields, place: KeyPath, reading: Reading): FaceFields {
  const said = ['public', 'shown', 'visible'].flatMap((key) => readVisibility(fields, key, place, reading) ?? []);
  return {
    ...optional('title', readText(fields, 'title', place, reading)),
    ...optional('description', readDescription(fields, place, reading)),
    ...optional('meta', withShownKeys(readMeta(fields, place, reading), fields, place, reading)),
    ...(fields.has('aliases') ? { aliases: readNames(fields, 'aliases', place, reading) } : {}),
    ...(said.length > 0 ? { isPublic: !said.includes(false) } : {}),
  };
}

/** Accepts a word in quotes, which templates write. */
function readVisibility(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): boolean | undefined {
  const word = String(fields.get(key)).trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : readBoolean(fields, key, place, reading);
}

export function readDescription(fields: DeclaredFields, place: KeyPath, reading: Reading): string | undefined {
  const value = fields.get('description');
  if (value === undefined || typeof value === 'string') return value || undefined;
  return readText(fields, 'description', place, reading);
}

function withShownKeys(meta: unknown, fields: DeclaredFields, place: KeyPath, reading: Reading): unknown {
  const shown = shownKeys.filter((key) => fields.has(key));
  if (shown.length === 0) return meta;
  const kept = shown.map((key) => {
    const at = placeOf(place, key);
    const value = plainData(fields.get(key));
    if (value === undefined)
      refuse(reading, 'model.too-large', { piece: reading.piece, path: labelOf(at) }, at, { mark: 'key' });
    return [key, value] as const;
  });
  // Entries the author wrote below `meta` win; it is a mapping, or was refused.
  return { ...Object.fromEntries(kept), ...(meta as object | undefined) };
}

/** Keys and values for programs, which read them by key. */
export function readMeta(fields: DeclaredFields, place: KeyPath, reading: Reading): unknown {
  const value = fields.get('meta');
  if (value === undefined) return undefined;
  const at = placeOf(place, 'meta');
  const about = { piece: reading.piece, path: labelOf(at) };
  if (typeof value !== 'object' || Array.isArray(value)) {
    const hint = `Give it its own key: meta: { ${Array.isArray(value) ? 'tags: [...]' : 'note: ...'} }`;
    return refuse(reading, 'model.not-a-mapping', about, at, { hint });
  }
  return plainData(value) ?? refuse(reading, 'model.too-large', about, at, { mark: 'key' });
}
