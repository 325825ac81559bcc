/** What RFC 7643 section 7 says of an attribute. */
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
  /** Of complex attributes. */
  readonly subAttributes: readonly Attribute[];
  readonly canonicalValues: readonly string[];
  /** Of references. */
  readonly referenceTypes: readonly string[];
}

export interface Schema {
  /** A URN. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

type Given = Pick<Attribute, 'name' | 'description'> & Partial<Attribute>;

/** A single optional text that may be written and read, but for what is given. */
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
