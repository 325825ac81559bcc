import type { JsonObject } from '@orrery/kernel';
import { findAttribute, resolveName, type ScimResourceType } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { fieldOf, foldedEntries, isJsonObject } from './json-object.ts';
import { readValue } from './read-value.ts';
import type { ScimResource, ResourceValue } from './resource.ts';

/**
 * Reads the writable attributes from a body of POST or PUT. Everything else is ignored, as RFC 7644 section 3.3 asks.
 *
 * @throws ScimError `invalidSyntax`, `invalidValue`
 */
export function readResource(type: ScimResourceType, body: unknown): ScimResource {
  const object = requireObject(body);
  const core: Record<string, ResourceValue> = {};
  let extension: ReadonlyMap<string, ResourceValue> = new Map();
  for (const [name, given] of foldedEntries(object)) {
    const target = resolveName(type, name);
    if (target.kind === 'extension') extension = new Map([...extension, ...readExtension(type, given)]);
    if (target.kind !== 'attribute' || target.sub || target.attribute.mutability === 'readOnly') continue;
    const value = readValue(target.attribute, given);
    if (value !== undefined) core[target.attribute.name] = value;
  }
  return { core, extension };
}

/** Replaces a resource by PUT. Attributes that are not given are removed, except for two that providers leave out. */
export function replaceResource(type: ScimResourceType, before: ScimResource, body: unknown): ScimResource {
  const id = fieldOf(requireObject(body), 'id');
  if (id !== undefined && id !== null && id !== before.core['id']) {
    throw ScimError.bad('mutability', "'id' never changes, and is that of the address");
  }
  const given = readResource(type, body);
  const kept = ['active', 'externalId'].flatMap((name): [string, ResourceValue][] => {
    const value = before.core[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { core: { ...Object.fromEntries(kept), ...given.core }, extension: given.extension };
}

/** @throws ScimError `invalidValue` when a required attribute is missing */
export function requireComplete(type: ScimResourceType, { core }: ScimResource): void {
  for (const { name, required } of type.core.attributes) {
    const value = core[name];
    if (required && (typeof value !== 'string' || value.trim() === '')) {
      throw ScimError.bad('invalidValue', `'${name}' is required`);
    }
  }
}

function readExtension(type: ScimResourceType, given: unknown): readonly (readonly [string, ResourceValue])[] {
  if (given === null) return [];
  if (!isJsonObject(given))
    throw ScimError.bad('invalidValue', `'${type.extension?.id ?? type.extensionUrns[0]}' takes an object`);
  return foldedEntries(given).flatMap(([name, item]): [string, ResourceValue][] => {
    const attribute = findAttribute(type.extension?.attributes ?? [], name);
    const value = attribute && readValue(attribute, item);
    return attribute && value !== undefined ? [[attribute.name, value]] : [];
  });
}

export function requireObject(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw ScimError.bad('invalidSyntax', 'The body must be a JSON object');
}
