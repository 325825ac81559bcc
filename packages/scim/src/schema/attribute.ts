/** Characteristics of an attribute, from RFC 7643 section 7. */
export interface SchemaAttribute {
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
  readonly subAttributes: readonly SchemaAttribute[];
  readonly canonicalValues: readonly string[];
  /** Empty unless the attribute is a reference. */
  readonly referenceTypes: readonly string[];
}

export interface Schema {
  /** URN of the schema. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly SchemaAttribute[];
}

type AttributeInput = Pick<SchemaAttribute, 'name' | 'description'> & Partial<SchemaAttribute>;

/** Describes an attribute. The defaults are a single optional text that clients may read and write. */
export function attribute(given: AttributeInput): SchemaAttribute {
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

export function readOnly(given: AttributeInput): SchemaAttribute {
  return attribute({ mutability: 'readOnly', ...given });
}

/** Names of attributes are compared without case (RFC 7643 section 2.1). */
export function findAttribute(attributes: readonly SchemaAttribute[], name: string): SchemaAttribute | undefined {
  const key = name.toLowerCase();
  return (
    attributes.find((attribute) => attribute.name === name) ??
    attributes.find((attribute) => attribute.name.toLowerCase() === key)
  );
}
