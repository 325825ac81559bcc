import { ScimError } from '../scim-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(given: unknown): given is JsonObject {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/**
 * Names and values of an object from a body, whose names are compared without case.
 *
 * @throws ScimError `invalidSyntax` when two names are one
 */
export function foldedEntries(object: JsonObject): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(object);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size === entries.length) return entries;
  throw ScimError.bad('invalidSyntax', 'A name is given twice; the case of its letters makes no difference');
}

/** The value of a name, whatever its case. @throws ScimError `invalidSyntax` */
export function fieldOf(object: JsonObject, name: string): unknown {
  const key = name.toLowerCase();
  return foldedEntries(object).find(([given]) => given.toLowerCase() === key)?.[1];
}

/** Of whatever a client sends as JSON: a value of an attribute of a resource takes five levels, in a patch two more. */
export const deepestJson = 32;
