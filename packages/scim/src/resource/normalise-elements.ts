import type { Attribute } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import type { Element, Simple } from './resource.ts';

/** Each value once; at most one is primary. @throws ScimError `invalidValue` for several that are */
export function normaliseElements(attribute: Attribute, elements: readonly Element[]): readonly Element[] {
  if (elements.filter(({ primary }) => primary === true).length > 1) {
    throw ScimError.bad('invalidValue', `Only one of '${attribute.name}' may be primary`);
  }
  return addElements(attribute, [], elements);
}

/** What is there already takes over what is said anew of it; a new primary one ends the one before. */
export function addElements(
  attribute: Attribute,
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

/** Ends what was primary before. @param primary one of them, if one was chosen */
export function withPrimary(elements: readonly Element[], primary: Element | undefined): readonly Element[] {
  if (!primary) return elements;
  return elements.map((element) =>
    element !== primary && element['primary'] === true ? { ...element, primary: false } : element,
  );
}

/** Two values are one when their values and what they are for are equal (RFC 7643 section 2.4). */
export function keysOf({ subAttributes }: Attribute): (element: Element) => Simple | undefined {
  const isOfOneType = subAttributes.some(({ name, mutability }) => name === 'type' && mutability === 'immutable');
  return isOfOneType ? ({ value }) => value : ({ value, type }) => JSON.stringify([value, type]);
}
