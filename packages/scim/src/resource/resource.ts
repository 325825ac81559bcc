export type Simple = string | number | boolean;

/** One value of a complex attribute, keyed by the canonical names of its sub-attributes. */
export type Element = Readonly<Record<string, Simple>>;

export type ResourceValue = Simple | Element | readonly Simple[] | readonly Element[];

/** A user or a group in SCIM's form. Attributes without a value are missing, never empty. */
export interface ScimResource {
  /** Attributes by canonical name, as in our schemas. */
  readonly core: Readonly<Record<string, ResourceValue>>;
  /** Attributes by the names the account gave them. */
  readonly extension: ReadonlyMap<string, ResourceValue>;
}

/** Lists the values of an attribute. */
export function valuesOf(value: ResourceValue | undefined): readonly (Simple | Element)[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

/** Lists the values of a multi-valued complex attribute. */
export function elementsOf(value: ResourceValue | undefined): readonly Element[] {
  return valuesOf(value).filter(isElement);
}

export function isElement(value: ResourceValue): value is Element {
  return typeof value === 'object' && !isList(value);
}

function isList(value: ResourceValue): value is readonly Simple[] | readonly Element[] {
  return Array.isArray(value);
}
