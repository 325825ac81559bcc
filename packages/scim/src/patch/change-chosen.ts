import { bindElementFilter, type ScimFilter, matchesElement } from '../filter/index.ts';
import {
  addElements,
  type Element,
  elementsOf,
  isAbsent,
  readElement,
  readSimple,
  type Simple,
  type ResourceValue,
  withPrimary,
} from '../resource/index.ts';
import { type SchemaAttribute, findAttribute } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { requireWritable, withPart } from './change-part.ts';
import type { PatchOperation } from './read-patch.ts';

interface PatchChange {
  readonly op: PatchOperation['op'];
  readonly filter: ScimFilter;
  readonly sub: string | undefined;
  readonly value: unknown;
}

/**
 * Applies an operation on `emails[type eq "work"]` or `emails[type eq "work"].value` to `emails`. If no element
 * matches, a matching one is created: providers replace before they add.
 *
 * @throws ScimError `invalidPath`, `invalidValue`, `mutability`, `noTarget`
 */
export function changeChosen(
  attribute: SchemaAttribute,
  before: ResourceValue | undefined,
  change: PatchChange,
): ResourceValue | undefined {
  if (!attribute.multiValued || attribute.type !== 'complex') {
    throw ScimError.bad('invalidPath', `'${attribute.name}' is not multi-valued, so brackets cannot filter it`);
  }
  const sub = change.sub === undefined ? undefined : partOf(attribute, change.sub);
  const elements = elementsOf(before);
  const isChosen = choice(attribute, change.filter);
  if (change.op === 'remove' || change.value === null || (sub && isAbsent(change.value))) {
    const isRemoval = change.op !== 'add';
    return isRemoval ? without(elements, isChosen, sub) : before;
  }
  const part = sub
    ? { [sub.name]: readSimple(sub, change.value) }
    : readElement(attribute, Array.isArray(change.value) && change.value.length === 1 ? change.value[0] : change.value);
  if (!part) return before;
  const chosen = new Set(elements.filter(isChosen));
  if (chosen.size === 0) {
    const implied = impliedBy(attribute, change.filter);
    requireSameValue(attribute, part, [implied]);
    return addElements(attribute, elements, [{ ...implied, ...part }]);
  }
  requireSameValue(attribute, part, [...chosen]);
  const all = elements.map((element) => (chosen.has(element) ? { ...element, ...part } : element));
  const isPrimary = part['primary'] === true;
  return isPrimary
    ? withPrimary(
        all,
        all.find((element, index) => element !== elements[index]),
      )
    : all;
}

function without(
  elements: readonly Element[],
  isChosen: (element: Element) => boolean,
  sub: SchemaAttribute | undefined,
): ResourceValue | undefined {
  const kept = sub
    ? elements.map((element) => (isChosen(element) ? withPart(element, sub, undefined) : element))
    : elements.filter((element) => !isChosen(element));
  return kept.length > 0 ? kept : undefined;
}

function partOf(attribute: SchemaAttribute, name: string): SchemaAttribute {
  const sub = findAttribute(attribute.subAttributes, name);
  if (!sub) throw ScimError.bad('invalidPath', `'${attribute.name}' has no '${name}'`);
  requireWritable(attribute, sub);
  return sub;
}

function choice(attribute: SchemaAttribute, filter: ScimFilter): (element: Element) => boolean {
  const bound = orInvalidPath(() => bindElementFilter(filter, attribute));
  if (bound.kind === 'compare' && bound.operator === 'eq' && bound.value.kind === 'exact') {
    const { text } = bound.value;
    const { name } = bound.field.attribute;
    return (element) => element[name] === text; // groups have many members
  }
  return (element) => matchesElement(bound, element);
}

function orInvalidPath<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ScimError && error.scimType === 'invalidFilter') {
      throw ScimError.bad('invalidPath', error.message);
    }
    throw error;
  }
}

/** Refuses to turn a member into another user: each user is a member of their own. */
function requireSameValue(attribute: SchemaAttribute, part: Element, chosen: readonly Element[]): void {
  const value = findAttribute(attribute.subAttributes, 'value');
  if (value?.mutability !== 'immutable' || part['value'] === undefined) return;
  if (chosen.every((element) => element['value'] === part['value'])) return;
  throw ScimError.bad('mutability', `'${attribute.name}.value' cannot be written`);
}

/** Builds the element that a filter describes. @throws ScimError `noTarget` when the filter does not determine one */
function impliedBy(attribute: SchemaAttribute, filter: ScimFilter): Element {
  const parts = equalities(attribute, filter);
  if (parts.length > 0) return Object.fromEntries(parts);
  throw ScimError.bad('noTarget', `None of '${attribute.name}' is like that`);
}

function equalities(attribute: SchemaAttribute, filter: ScimFilter): readonly (readonly [string, Simple])[] {
  if (filter.kind === 'and') return filter.filters.flatMap((inner) => equalities(attribute, inner));
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null) return [];
  const sub = findAttribute(attribute.subAttributes, filter.name);
  return sub && sub.mutability !== 'readOnly' ? [[sub.name, readSimple(sub, filter.value)]] : [];
}
