export type Simple = string | number | boolean;

/** One value of a complex attribute, by the canonical names of its sub-attributes. */
export type Element = Readonly<Record<string, Simple>>;

export type Value = Simple | Element | readonly Simple[] | readonly Element[];

/** A user or a group as SCIM has it. Nothing in it is empty: what has no value is not there. */
export interface Resource {
  /** By canonical names, which are those of our schemas. */
  readonly core: Readonly<Record<string, Value>>;
  /** By the names that the account gave its attributes. */
  readonly extension: ReadonlyMap<string, Value>;
}

/** The values of an attribute, one by one. */
export function valuesOf(value: Value | undefined): readonly (Simple | Element)[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

/** The values of a multi-valued complex attribute. */
export function elementsOf(value: Value | undefined): readonly Element[] {
  return valuesOf(value).filter(isElement);
}

export function isElement(value: Value): value is Element {
  return typeof value === 'object' && !isList(value);
}

function isList(value: Value): value is readonly Simple[] | readonly Element[] {
  return Array.isArray(value);
}
