import type { JsonObject } from '@orrery/kernel';
import { isDeeperThan } from '@orrery/contract';
import { parsePath, type PatchPath } from '../filter/index.ts';
import {
  addElements,
  deepestJson,
  elementsOf,
  foldedEntries,
  isJsonObject,
  type ScimResource,
  type ResourceValue,
} from '../resource/index.ts';
import { type SchemaAttribute, findAttribute, resolveName, type ScimResourceType } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { changeChosen } from './change-chosen.ts';
import { changePart } from './change-part.ts';
import { changeValue } from './change-value.ts';
import { joinRuns } from './join-runs.ts';
import type { PatchOperation } from './read-patch.ts';
import { WorkBound } from './work-bound.ts';

/** Attributes ignored in operations without a path: providers send everything they hold. */
const leftOut: ReadonlySet<string> = new Set(['id', 'schemas', 'meta', 'groups']);

/**
 * Applies the operations in turn to a resource (RFC 7644 section 3.5.2, and forms that providers send beyond it).
 *
 * @throws ScimError for the first operation that cannot be done; the resource stays unchanged
 */
export function applyPatch(
  type: ScimResourceType,
  resource: ScimResource,
  operations: readonly PatchOperation[],
): ScimResource {
  const bound = new WorkBound();
  const patched = joinRuns(operations).reduce(
    (current, operation) => applyOperation(type, current, operation, bound),
    resource,
  );
  return withoutEmptyElements(type, patched);
}

function applyOperation(
  type: ScimResourceType,
  resource: ScimResource,
  { op, path, value }: PatchOperation,
  bound: WorkBound,
): ScimResource {
  if (value === undefined && op !== 'remove') throw ScimError.bad('invalidValue', `'${op}' needs a 'value'`);
  if (path !== undefined) return applyAt(type, resource, { op, path: parsePath(path), value }, bound);
  if (op === 'remove') throw ScimError.bad('noTarget', "'remove' needs a 'path'");
  return applyAll(type, resource, { op, value }, bound);
}

/** Applies each entry of the value; its name is a path of its own. */
function applyAll(
  type: ScimResourceType,
  resource: ScimResource,
  { op, value }: { readonly op: 'add' | 'replace'; readonly value: unknown },
  bound: WorkBound,
): ScimResource {
  return foldedEntries(readObject(value)).reduce((current, [name, given]) => {
    if (leftOut.has(name.toLowerCase())) return current;
    return applyAt(type, current, { op, path: parsePath(name), value: given }, bound);
  }, resource);
}

function applyAt(
  type: ScimResourceType,
  resource: ScimResource,
  { op, path, value }: { readonly op: PatchOperation['op']; readonly path: PatchPath; readonly value: unknown },
  bound: WorkBound,
): ScimResource {
  const target = resolveName(type, path.name);
  switch (target.kind) {
    case 'ignored':
      return resource;
    case 'unknown':
      throw invalidPath(`There is no attribute '${path.name}'`);
    case 'core':
      if (path.filter) throw invalidPath('A schema is not multi-valued, so brackets cannot filter it');
      if (op === 'remove') throw ScimError.bad('mutability', 'What a resource is cannot be removed');
      if (foldedEntries(readObject(value)).some(([name]) => resolveName(type, name).kind === 'core')) {
        throw invalidPath('A schema cannot contain itself');
      }
      return applyAll(type, resource, { op, value }, bound);
    case 'extension':
      if (path.filter) throw invalidPath('A schema is not multi-valued, so brackets cannot filter it');
      return changeExtension(type, resource, op, value);
    case 'extension-attribute':
      if (path.filter) throw invalidPath(`'${path.name}' is not multi-valued, so brackets cannot filter it`);
      return withExtension(resource, target.attribute, op, value);
    case 'attribute': {
      const { attribute, sub } = target;
      if (attribute.name === 'schemas') return resource; // follows from what is there
      if ((sub ?? attribute).mutability === 'readOnly' || attribute.mutability === 'readOnly') {
        throw ScimError.bad('mutability', `'${path.name}' cannot be written`);
      }
      if (sub && path.filter) throw invalidPath(`'${path.name}' is not multi-valued, so brackets cannot filter it`);
      const before = resource.core[attribute.name];
      bound.spend(elementsOf(before).length, path.filter);
      const after = path.filter
        ? changeChosen(attribute, before, { op, filter: path.filter, sub: path.sub, value })
        : sub
          ? changePart(attribute, sub, before, op, value)
          : changeValue(attribute, before, op, value);
      return after === before ? resource : withCore(resource, attribute, after);
    }
  }
}

function withCore(resource: ScimResource, { name }: SchemaAttribute, value: ResourceValue | undefined): ScimResource {
  const { [name]: _, ...rest } = resource.core;
  return { ...resource, core: value === undefined ? rest : { ...rest, [name]: value } };
}

function changeExtension(
  type: ScimResourceType,
  resource: ScimResource,
  op: PatchOperation['op'],
  value: unknown,
): ScimResource {
  if (op === 'remove' || value === null) return { ...resource, extension: new Map() };
  return foldedEntries(readObject(value)).reduce((current, [name, given]) => {
    const attribute = findAttribute(type.extension?.attributes ?? [], name);
    if (!attribute) throw invalidPath(`There is no user attribute '${name}'`);
    return withExtension(current, attribute, op, given);
  }, resource);
}

function withExtension(
  resource: ScimResource,
  attribute: SchemaAttribute,
  op: PatchOperation['op'],
  given: unknown,
): ScimResource {
  const extension = new Map(resource.extension);
  const value = changeValue(attribute, extension.get(attribute.name), op, given);
  if (value === undefined) extension.delete(attribute.name);
  else extension.set(attribute.name, value);
  return { ...resource, extension };
}

/** Reads an object, which some providers send as JSON text. */
function readObject(value: unknown): JsonObject {
  const object = typeof value === 'string' ? parsed(value) : value;
  if (isJsonObject(object)) return object;
  throw ScimError.bad('invalidValue', "Without a 'path' the 'value' must be an object");
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, deepestJson) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Removes elements that have properties but no value. */
function withoutEmptyElements(type: ScimResourceType, resource: ScimResource): ScimResource {
  return type.core.attributes.reduce((current, attribute) => {
    const value = current.core[attribute.name];
    if (!attribute.multiValued || value === undefined || attribute.mutability === 'readOnly') return current;
    const elements = elementsOf(value);
    const kept = addElements(
      attribute,
      [],
      elements.filter((element) => 'value' in element),
    );
    return kept.length === elements.length ? current : withCore(current, attribute, kept.length > 0 ? kept : undefined);
  }, resource);
}

function invalidPath(detail: string): ScimError {
  return ScimError.bad('invalidPath', detail);
}
