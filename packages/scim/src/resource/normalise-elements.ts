import type { SchemaAttribute } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import type { Element, Simple } from './resource.ts';

/**
 * Removes duplicate values and checks that at most one is primary. @throws ScimError `invalidValue` when several are
 */
export function normaliseElements(attribute: SchemaAttribute, elements: readonly Element[]): readonly Element[] {
  if (elements.filter(({ primary }) => primary === true).length > 1) {
    throw ScimError.bad('invalidValue', `Only one of '${attribute.name}' may be primary`);
  }
  return addElements(attribute, [], elements);
}

/**
 * Adds elements. An existing element is updated from the new one; a new primary element replaces the previous primary.
 */
export function addElements(
  attribute: SchemaAttribute,
  known: readonly Element[],
  added: readonly Element[],
): readonly Element[] {
  const keyOf = keysOf(attribute);
  const byKey = new Map(known.map((element) => [keyOf(element), element]));
  for (const element of added) {
    const before = byKey.get(keyOf(element));
    byKey.set(keyOf(element), before ? { ...before, ...element } : element);
  }
  const primary = added.find((element) => element['primary'] === true);
  return withPrimary([...byKey.values()], primary && byKey.get(keyOf(primary)));
}

/** Clears the previous primary. @param primary the element that becomes primary, if any */
export function withPrimary(elements: readonly Element[], primary: Element | undefined): readonly Element[] {
  if (!primary) return elements;
  return elements.map((element) =>
    element !== primary && element['primary'] === true ? { ...element, primary: false } : element,
  );
}

/** Builds the key that identifies an element: its value and its type (RFC 7643 section 2.4). */
export function keysOf({ subAttributes }: SchemaAttribute): (element: Element) => Simple | undefined {
  const isOfOneType = subAttributes.some(({ name, mutability }) => name === 'type' && mutability === 'immutable');
  return isOfOneType ? ({ value }) => value : ({ value, type }) => JSON.stringify([value, type]);
}
