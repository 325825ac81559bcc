import { type SchemaAttribute, findAttribute } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { foldedEntries, isJsonObject } from './json-object.ts';
import { normaliseElements } from './normalise-elements.ts';
import { readBoolean } from './read-boolean.ts';
import type { Element, Simple, ResourceValue } from './resource.ts';

/** @returns `undefined` for values that count as absent @throws ScimError `invalidValue` */
export function readValue(attribute: SchemaAttribute, given: unknown): ResourceValue | undefined {
  if (isAbsent(given)) return undefined;
  if (!attribute.multiValued) {
    return attribute.type === 'complex' ? readElement(attribute, given) : readSimple(attribute, given);
  }
  const list = Array.isArray(given) ? given : [given];
  if (attribute.type === 'complex') {
    const elements = readElements(attribute, list);
    return elements.length > 0 ? normaliseElements(attribute, elements) : undefined;
  }
  const simples = list.flatMap((item) => (isAbsent(item) ? [] : [readSimple(attribute, item)]));
  return simples.length > 0 ? simples : undefined;
}

/** Reads the elements that have a value; others are left out. @throws ScimError `invalidValue` */
export function readElements(attribute: SchemaAttribute, given: unknown): readonly Element[] {
  const list = Array.isArray(given) ? given : [given];
  return list.flatMap((item) => {
    const element = readElement(attribute, item);
    if (element && 'value' in element) return [element];
    if (isJsonObject(item) ? foldedEntries(item).every(([name]) => name.toLowerCase() !== 'value') : !isAbsent(item)) {
      throw invalid(`Each of '${attribute.name}' needs a 'value'`);
    }
    return [];
  });
}

/** Reads one element of a complex attribute; a plain text becomes its `value`. @throws ScimError `invalidValue` */
export function readElement(attribute: SchemaAttribute, given: unknown): Element | undefined {
  if (isAbsent(given)) return undefined;
  if (!isJsonObject(given)) {
    const value = findAttribute(attribute.subAttributes, 'value');
    if (!value || !attribute.multiValued) throw invalid(`'${attribute.name}' takes an object`);
    return { [value.name]: readSimple(value, given) };
  }
  const entries = foldedEntries(given).flatMap(([name, item]): [string, Simple][] => {
    const sub = findAttribute(attribute.subAttributes, name);
    if (!sub || sub.mutability === 'readOnly' || isAbsent(item)) return [];
    requireOwnType(attribute, sub, item);
    return [[sub.name, readSimple(sub, item)]];
  });
  if (entries.length === 0) return undefined;
  return withReference(attribute, Object.fromEntries(entries));
}

/** @throws ScimError `invalidValue` */
export function readSimple(attribute: SchemaAttribute, given: unknown): Simple {
  switch (attribute.type) {
    case 'boolean': {
      const isTrue = readBoolean(given);
      if (isTrue !== undefined) return isTrue;
      throw invalid(`'${attribute.name}' is true or false`);
    }
    case 'decimal':
    case 'integer': {
      const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
      if (typeof number === 'number' && Number.isFinite(number)) return number;
      throw invalid(`'${attribute.name}' is a number`);
    }
    case 'string':
    case 'reference':
    case 'dateTime':
      if (typeof given === 'string') return given;
      throw invalid(`'${attribute.name}' is a text`);
    case 'complex':
      throw invalid(`'${attribute.name}' takes an object`);
  }
}

/** Whether a value counts as absent, in any of its forms. */
export function isAbsent(given: unknown): boolean {
  return given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0);
}

/** Refuses members that are not users: groups do not nest. */
function requireOwnType(attribute: SchemaAttribute, sub: SchemaAttribute, given: unknown): void {
  if (sub.mutability !== 'immutable' || sub.canonicalValues.length === 0) return;
  if (sub.canonicalValues.some((known) => known.toLowerCase() === String(given).toLowerCase())) return;
  throw invalid(`'${attribute.name}' can only be of the type ${sub.canonicalValues.join(' or ')}`);
}

/** Fills in the value from the end of the address when only `$ref` is given. */
function withReference(attribute: SchemaAttribute, element: Element): Element {
  const { $ref, ...rest } = element;
  if (typeof $ref !== 'string' || !findAttribute(attribute.subAttributes, '$ref')) return element;
  const end = $ref.split('/').at(-1) ?? '';
  return 'value' in rest || end === '' ? rest : { value: end, ...rest };
}

function invalid(detail: string): ScimError {
  return ScimError.bad('invalidValue', detail);
}
