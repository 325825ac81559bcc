import { foldWhole, readInstant } from '../filter/index.ts';
import { elementsOf, isElement, type ScimResource, type Simple, type ResourceValue } from '../resource/index.ts';
import { type SchemaAttribute, findAttribute, resolveName, type ScimResourceType } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';

/** Order of the results; equal resources keep the order in which they were created. */
export interface Sort {
  readonly place: 'core' | 'extension';
  readonly attribute: SchemaAttribute;
  readonly sub: SchemaAttribute | undefined;
  readonly isDescending: boolean;
}

/**
 * @param type `undefined` when it lacks the attribute that other kinds are sorted by @throws ScimError `invalidValue`
 */
export function readSort(
  type: ScimResourceType,
  sortBy: unknown,
  sortOrder: unknown,
  others: readonly ScimResourceType[] = [],
): Sort | undefined {
  const isDescending = readOrder(sortOrder) === 'descending';
  if (sortBy === undefined || sortBy === null || sortBy === '') return undefined;
  if (typeof sortBy !== 'string') throw invalid("'sortBy' must be the name of an attribute");
  const target = resolveName(type, sortBy);
  if (target.kind === 'extension-attribute' && !target.attribute.multiValued) {
    return { place: 'extension', attribute: target.attribute, sub: undefined, isDescending };
  }
  if (target.kind === 'attribute') {
    const { attribute } = target;
    const sub =
      target.sub ?? (attribute.name === 'emails' ? findAttribute(attribute.subAttributes, 'value') : undefined);
    const isOne = !attribute.multiValued || attribute.name === 'emails';
    if (isOne && (sub ?? attribute).type !== 'complex') return { place: 'core', attribute, sub, isDescending };
  }
  if (others.some((other) => readSort(other, sortBy, sortOrder) !== undefined)) return undefined;
  throw invalid(`Resources are not sorted by '${sortBy}'`);
}

/** Returns the value a resource is sorted by; `undefined` when it has none. */
export function sortKey({ place, attribute, sub }: Sort, resource: ScimResource): string | number | undefined {
  const value = place === 'core' ? resource.core[attribute.name] : resource.extension.get(attribute.name);
  const simple = simpleOf(value, attribute, sub);
  if (simple === undefined) return undefined;
  const { type, caseExact } = sub ?? attribute;
  if (type === 'dateTime') return readInstant(String(simple));
  if (typeof simple === 'boolean') return simple ? 1 : 0;
  return typeof simple === 'string' && !caseExact ? foldWhole(simple) : simple;
}

/** Sorts missing values last, or first when the order is descending (RFC 7644 section 3.4.2.3). */
export function compareKeys(one: string | number | undefined, other: string | number | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return one < other ? -1 : 1;
}

function simpleOf(
  value: ResourceValue | undefined,
  attribute: SchemaAttribute,
  sub: SchemaAttribute | undefined,
): Simple | undefined {
  if (value === undefined) return undefined;
  if (attribute.multiValued) {
    const elements = elementsOf(value);
    const main = elements.find((element) => element['primary'] === true) ?? elements[0];
    return sub ? main?.[sub.name] : undefined;
  }
  if (isElement(value)) return sub ? value[sub.name] : undefined;
  return typeof value === 'object' ? undefined : value;
}

function readOrder(given: unknown): 'ascending' | 'descending' {
  const order = given ?? 'ascending';
  const known = (['ascending', 'descending'] as const).find((name) => name === String(order).toLowerCase());
  if (known) return known;
  throw invalid("'sortOrder' must be ascending or descending");
}

function invalid(detail: string): ScimError {
  return ScimError.bad('invalidValue', detail);
}
