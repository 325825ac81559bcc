import type { JsonObject } from '@orrery/kernel';
import { ScimError } from '../scim-error.ts';

export function isJsonObject(given: unknown): given is JsonObject {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/**
 * Returns the names and values of an object from a body. Names are compared without case.
 *
 * @throws ScimError `invalidSyntax` when two names differ only in case
 */
export function foldedEntries(object: JsonObject): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(object);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size === entries.length) return entries;
  throw ScimError.bad('invalidSyntax', 'A name is given twice; the case of its letters makes no difference');
}

/** Returns the value of a name in any letter case. @throws ScimError `invalidSyntax` */
export function fieldOf(object: JsonObject, name: string): unknown {
  const key = name.toLowerCase();
  return foldedEntries(object).find(([given]) => given.toLowerCase() === key)?.[1];
}

/** Bound on the depth of JSON from clients: an attribute value takes five levels, and two more in a patch. */
export const deepestJson = 32;
