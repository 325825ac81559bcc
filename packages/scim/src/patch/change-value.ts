import {
  addElements,
  type Element,
  elementsOf,
  isAbsent,
  isElement,
  keysOf,
  readElements,
  readSimple,
  readValue,
  type Simple,
  type ResourceValue,
  valuesOf,
} from '../resource/index.ts';
import type { SchemaAttribute } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import type { PatchOperation } from './read-patch.ts';

/** Applies an operation to a whole attribute. @throws ScimError `invalidValue`, `mutability` */
export function changeValue(
  attribute: SchemaAttribute,
  before: ResourceValue | undefined,
  op: PatchOperation['op'],
  given: unknown,
): ResourceValue | undefined {
  if (op === 'remove') {
    return attribute.multiValued ? withoutValues(attribute, before, given) : removed(attribute);
  }
  if (op === 'add' && isAbsent(given)) return before;
  if (given === null) return removed(attribute);
  const value = readValue(attribute, given);
  if (attribute.required && value === undefined) throw ScimError.bad('invalidValue', `'${attribute.name}' is required`);
  if (value === undefined) return op === 'add' ? before : removed(attribute);
  if (!attribute.multiValued) return isElement(value) && before !== undefined ? merged(before, value) : value;
  return op === 'replace' ? value : withValues(attribute, before, value);
}

/** @throws ScimError `mutability` for an attribute that must have a value */
function removed(attribute: SchemaAttribute): undefined {
  if (!attribute.required) return undefined;
  throw ScimError.bad('mutability', `'${attribute.name}' can be changed, not removed`);
}

/** Replaces the given parts and keeps the others. */
function merged(before: ResourceValue, value: Element): Element {
  return isElement(before) ? { ...before, ...value } : value;
}

function withValues(
  attribute: SchemaAttribute,
  before: ResourceValue | undefined,
  added: ResourceValue,
): ResourceValue {
  if (attribute.type === 'complex') return addElements(attribute, elementsOf(before), elementsOf(added));
  return [...new Set([...simplesOf(before), ...simplesOf(added)])];
}

/** Removes the named values; without names, removes all. */
function withoutValues(
  attribute: SchemaAttribute,
  before: ResourceValue | undefined,
  given: unknown,
): ResourceValue | undefined {
  if (given === undefined || given === null) return removed(attribute);
  if (attribute.type !== 'complex') {
    const list = Array.isArray(given) ? given : [given];
    const gone = new Set(list.map((item) => readSimple(attribute, item)));
    return unlessEmpty(simplesOf(before).filter((value) => !gone.has(value)));
  }
  const keyOf = keysOf(attribute);
  const named = readElements(attribute, given);
  const whole = new Set(named.filter((element) => 'type' in element).map(keyOf));
  const byValue = new Set(named.filter((element) => !('type' in element)).map(({ value }) => value));
  const kept = elementsOf(before).filter(
    (element) => !whole.has(keyOf(element)) && !byValue.has(element['value'] ?? ''),
  );
  return unlessEmpty(kept);
}

function unlessEmpty<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}

function simplesOf(value: ResourceValue | undefined): readonly Simple[] {
  return valuesOf(value).filter((one) => !isElement(one)) as readonly Simple[]; // what is no element is simple
}
