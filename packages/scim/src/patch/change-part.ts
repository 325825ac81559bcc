import {
  type Element,
  elementsOf,
  isAbsent,
  isElement,
  readSimple,
  type Simple,
  type ResourceValue,
  withPrimary,
} from '../resource/index.ts';
import type { SchemaAttribute } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import type { PatchOperation } from './read-patch.ts';

/** Applies an operation on `name.givenName` to `name`; for `emails.type`, applies it to each element of `emails`. */
export function changePart(
  attribute: SchemaAttribute,
  sub: SchemaAttribute,
  before: ResourceValue | undefined,
  op: PatchOperation['op'],
  given: unknown,
): ResourceValue | undefined {
  requireWritable(attribute, sub);
  if (op === 'add' && isAbsent(given)) return before;
  const value = op === 'remove' || isAbsent(given) ? undefined : readSimple(sub, given);
  if (!attribute.multiValued) {
    return nothingIfEmpty(withPart(before !== undefined && isElement(before) ? before : {}, sub, value));
  }
  const elements = elementsOf(before);
  if (elements.length === 0) return value === undefined ? before : [{ [sub.name]: value }];
  const changed = elements.map((element) => withPart(element, sub, value));
  return sub.name === 'primary' && value === true ? withPrimary(changed, changed[0]) : changed;
}

/** @throws ScimError `mutability` */
export function requireWritable(attribute: SchemaAttribute, sub: SchemaAttribute): void {
  if (sub.mutability === 'readWrite') return;
  throw ScimError.bad('mutability', `'${attribute.name}.${sub.name}' cannot be written`);
}

export function withPart(element: Element, { name }: SchemaAttribute, value: Simple | undefined): Element {
  const { [name]: _, ...rest } = element;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function nothingIfEmpty(element: Element): Element | undefined {
  return Object.keys(element).length > 0 ? element : undefined;
}
