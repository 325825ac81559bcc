import { Kind, type ValueNode, type VariableDefinitionNode } from 'graphql';

/** A value of a request as it is written: numbers as their digits, the entries of objects in their order. */
export type Plain = string | boolean | null | readonly Plain[] | PlainObject;
export type PlainObject = ReadonlyMap<string, Plain>;

/** Variables by name: what was sent, else the default of the definition. */
export class PlainVariables {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #definitions: ReadonlyMap<string, VariableDefinitionNode>;

  constructor(given: Readonly<Record<string, unknown>>, definitions: readonly VariableDefinitionNode[]) {
    this.#given = given;
    this.#definitions = new Map(definitions.map((definition) => [definition.variable.name.value, definition]));
  }

  valueOf(name: string): Plain | undefined {
    if (Object.hasOwn(this.#given, name)) return plainJson(this.#given[name]);
    const fallback = this.#definitions.get(name)?.defaultValue;
    return fallback && plainValue(fallback, this);
  }
}

/** @returns `undefined` for a variable that has no value: it is as if it were not written */
export function plainValue(node: ValueNode, variables: PlainVariables): Plain | undefined {
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables.valueOf(node.name.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((value) => plainValue(value, variables) ?? null);
    case Kind.OBJECT:
      return new Map(
        node.fields.flatMap(({ name, value }) => {
          const plain = plainValue(value, variables);
          return plain === undefined ? [] : [[name.value, plain] as const];
        }),
      );
    default:
      return node.value; // digits, texts, names, true and false
  }
}

function plainJson(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === 'object') return new Map(Object.entries(value).map(([name, inner]) => [name, plainJson(inner)]));
  return String(value);
}

export function isPlainObject(value: Plain | undefined): value is PlainObject {
  return value instanceof Map;
}

export function listOf(value: Plain): readonly Plain[] {
  return Array.isArray(value) ? (value as readonly Plain[]) : [value];
}
