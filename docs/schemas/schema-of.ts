export type Schema = Readonly<Record<string, unknown>>;

/** Keys of one kind of mapping in snake_case, with what may stand under them. */
export interface MappingShape {
  readonly description?: string;
  readonly keys: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** At least one key. */
  readonly isFilled?: true;
}

/** Every key in both spellings, and no other. */
export function mapping({ description, keys, required = [], isFilled }: MappingShape): Schema {
  const spelled = Object.entries(keys).flatMap(([key, schema]) => spellings(key).map((one) => [one, schema] as const));
  const [whole, either] = [
    required.filter((key) => spellings(key).length === 1),
    required.filter((key) => spellings(key).length > 1),
  ];
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(spelled),
    additionalProperties: false,
    ...(isFilled ? { minProperties: 1 } : {}),
    ...(whole.length > 0 ? { required: whole } : {}),
    ...(either.length > 0
      ? { allOf: either.map((key) => ({ anyOf: spellings(key).map((one) => ({ required: [one] })) })) }
      : {}),
  };
}

/** A word of a fixed list, in both spellings; `null` is nothing. */
export function choice(values: readonly string[], description?: string): Schema {
  return { ...described(description), enum: [...new Set(values.flatMap(spellings)), null] };
}

export function text(description?: string): Schema {
  return { ...described(description), type: ['string', 'null'], minLength: 1 };
}

/** SQL of an author, which may be one whole number. */
export function sql(description?: string): Schema {
  return { ...described(description), type: ['string', 'integer', 'null'], minLength: 1 };
}

export function flag(description?: string): Schema {
  return { ...described(description), type: ['boolean', 'null'] };
}

export function list(items: Schema, description?: string): Schema {
  return { ...described(description), type: ['array', 'null'], items };
}

export function ref(name: string, description?: string): Schema {
  return { ...described(description), $ref: `#/$defs/${name}` };
}

export function either(description: string | undefined, ...anyOf: readonly Schema[]): Schema {
  return { ...described(description), anyOf };
}

function described(description: string | undefined): Schema {
  return description === undefined ? {} : { description };
}

function spellings(key: string): readonly string[] {
  const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return camel === key ? [key] : [key, camel];
}
