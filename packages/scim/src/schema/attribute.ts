/** Characteristics of an attribute, from RFC 7643 section 7. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'reference' | 'complex';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable';
  readonly returned: 'always' | 'default';
  readonly uniqueness: 'none' | 'server';
  /** Empty unless the attribute is complex. */
  readonly subAttributes: readonly Attribute[];
  readonly canonicalValues: readonly string[];
  /** Empty unless the attribute is a reference. */
  readonly referenceTypes: readonly string[];
}

export interface Schema {
  /** URN of the schema. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

type Given = Pick<Attribute, 'name' | 'description'> & Partial<Attribute>;

/** Describes an attribute. The defaults are a single optional text that clients may read and write. */
export function attribute(given: Given): Attribute {
  return {
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    subAttributes: [],
    canonicalValues: [],
    referenceTypes: [],
    ...given,
  };
}

export function readOnly(given: Given): Attribute {
  return attribute({ mutability: 'readOnly', ...given });
}

/** Names of attributes are compared without case (RFC 7643 section 2.1). */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const key = name.toLowerCase();
  return (
    attributes.find((attribute) => attribute.name === name) ??
    attributes.find((attribute) => attribute.name.toLowerCase() === key)
  );
}
