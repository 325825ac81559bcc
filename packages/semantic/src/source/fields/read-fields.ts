import type { CatalogueParams, ProblemCode } from '../../problem/index.ts';
import { type Finding, finding, labelOf, type Mark, type KeyPath, placeOf } from '../finding.ts';
import { snakeCase } from './letter-case.ts';
import { turnsText } from './text-direction.ts';
import { hintForChoice, hintForEmpty, hintForKey, hintForList, hintForMapping } from './shape-hints.ts';

/** Keys of one kind of mapping, in canonical spelling; `later` ones belong to the language and are refused by name. */
export interface MappingShape {
  readonly known: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
  /** Known keys that must not be empty: leaving one out allows more, which an empty one may not intend. */
  readonly filled: ReadonlySet<string>;
}

export function shape(
  known: readonly string[],
  later: readonly string[] = [],
  { filled = [] }: { readonly filled?: readonly string[] } = {},
): MappingShape {
  return { known: new Set(known), later: new Set(later), filled: new Set(filled) };
}

/** Values by canonical key; absent and null are the same. */
export type DeclaredFields = ReadonlyMap<string, unknown>;

/** Collects the problems of one cube or view. Its messages begin with `piece`. */
export interface Reading {
  readonly piece: string;
  readonly findings: Finding[];
}

export function refuse<C extends ProblemCode>(
  reading: Reading,
  code: C,
  params: CatalogueParams<C>,
  place: KeyPath,
  options: { readonly hint?: string | undefined; readonly mark?: Mark } = {},
): undefined {
  reading.findings.push(finding(code, params, place, options));
  return undefined;
}

export function readFields(
  value: unknown,
  keys: MappingShape,
  place: KeyPath,
  reading: Reading,
): DeclaredFields | undefined {
  const { piece } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(reading, 'model.not-a-mapping', { piece, path: labelOf(place) }, place, {
      hint: hintForMapping(value, place),
    });
  }
  const fields = new Map<string, unknown>();
  for (const key of Object.keys(value)) {
    const canonical = keys.known.has(key) ? key : snakeCase(key);
    const at = placeOf(place, canonical);
    const content = (value as Readonly<Record<string, unknown>>)[key];
    if (fields.has(canonical)) {
      const other = Object.keys(value).find((one) => one !== key && snakeCase(one) === canonical) ?? canonical;
      const hint = `It is also given here as ${other}; keep one of them`;
      refuse(reading, 'model.duplicate-key', { key }, placeOf(place, key), { hint, mark: 'key' });
    } else if (keys.known.has(canonical)) {
      if (content !== null) fields.set(canonical, content);
      else if (keys.filled.has(canonical))
        refuse(reading, 'model.empty', { piece, path: labelOf(at) }, at, {
          hint: hintForEmpty(canonical),
          mark: 'key',
        });
    } else if (keys.later.has(canonical)) {
      if (!isOff(content)) {
        refuse(reading, 'model.key-not-supported', { piece, path: labelOf(at) }, at, { mark: 'key' });
      }
    } else {
      const hint = hintForKey(canonical, keys.known, place);
      const shown = placeOf(place, canonical, key);
      refuse(reading, 'model.unknown-key', { piece, path: labelOf(shown) }, shown, { hint, mark: 'key' });
    }
  }
  return fields;
}

/** Turning an unsupported feature off is accepted. */
function isOff(content: unknown): boolean {
  return content === null || content === false || (Array.isArray(content) && content.length === 0);
}

export function readText(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): string | undefined {
  const value = fields.get(key);
  if (value === undefined) return undefined;
  const at = placeOf(place, key);
  const { piece } = reading;
  if (typeof value !== 'string') return refuse(reading, 'model.not-text', { piece, path: labelOf(at) }, at);
  if (value.trim() === '') return refuse(reading, 'model.empty', { piece, path: labelOf(at) }, at);
  if (shownKeys.has(key) && turnsText(value)) {
    return refuse(reading, 'model.turned-text', { piece, path: labelOf(at) }, at);
  }
  return value;
}

/** Texts that users read. */
const shownKeys: ReadonlySet<string> = new Set(['title', 'description']);

/** Words that were booleans in YAML 1.1, or look like it in quotes. */
const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['on', true],
  ['true', true],
  ['no', false],
  ['off', false],
  ['false', false],
]);

export function readBoolean(
  fields: DeclaredFields,
  key: string,
  place: KeyPath,
  reading: Reading,
): boolean | undefined {
  const value = fields.get(key);
  if (value === undefined || typeof value === 'boolean') return value;
  const at = placeOf(place, key);
  const meant = booleanWords.get(String(value).toLowerCase());
  const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
  return refuse(reading, 'model.not-boolean', { piece: reading.piece, path: labelOf(at) }, at, { hint });
}

/** One of `values`, in snake_case or camelCase. */
export function readChoice<T extends string>(
  fields: DeclaredFields,
  key: string,
  values: readonly T[],
  place: KeyPath,
  reading: Reading,
): T | undefined {
  const value = fields.get(key);
  if (value === undefined) return undefined;
  const canonical = typeof value === 'string' ? snakeCase(value) : undefined;
  const found = values.find((one) => one === canonical);
  if (found !== undefined) return found;
  const at = placeOf(place, key);
  const hint = canonical === undefined ? undefined : hintForChoice(canonical, values);
  return refuse(reading, 'model.not-one-of', { piece: reading.piece, path: labelOf(at), values }, at, { hint });
}

/** The items of a list; an absent or null one has none. */
export function readList(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): readonly unknown[] {
  const value = fields.get(key);
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  const at = placeOf(place, key);
  refuse(reading, 'model.not-a-list', { path: labelOf(at) }, at, { hint: hintForList(value, key) });
  return [];
}

/** The items of a list that can be read. */
export function readEach<T>(
  fields: DeclaredFields,
  key: string,
  place: KeyPath,
  reading: Reading,
  read: (item: unknown, place: KeyPath) => T | undefined,
): readonly T[] {
  const list = placeOf(place, key);
  return readList(fields, key, place, reading).flatMap((item, index) => read(item, placeOf(list, index)) ?? []);
}

export function requireField(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): boolean {
  if (fields.has(key)) return true;
  refuse(reading, 'model.required', { piece: reading.piece, path: labelOf(placeOf(place, key)) }, place);
  return false;
}

const nothing = Object.freeze({});

/** The spread-in form of an optional property: absent rather than `undefined`. */
export function optional<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? nothing : { [key]: value }) as { readonly [P in K]?: T };
}
