import { GraphQLError, Kind, type ValueNode, type VariableDefinitionNode } from 'graphql';
import type { PlanningLimits } from './planning-limits.ts';

/** A value of a request as it is written: numbers as their digits, the entries of objects in their order. */
export type Plain = string | boolean | null | readonly Plain[] | PlainMap;
export type PlainMap = ReadonlyMap<string, Plain>;

/** Variables by name: what was sent, else the default of the definition. */
export class PlainVariables {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #definitions: ReadonlyMap<string, VariableDefinitionNode>;
  readonly #plain = new Map<string, Plain | undefined>();
  readonly limits: PlanningLimits;

  constructor(
    given: Readonly<Record<string, unknown>>,
    definitions: readonly VariableDefinitionNode[],
    limits: PlanningLimits,
  ) {
    this.limits = limits;
    this.#given = given;
    this.#definitions = new Map(definitions.map((definition) => [definition.variable.name.value, definition]));
  }

  valueOf(name: string): Plain | undefined {
    if (!this.#plain.has(name)) this.#plain.set(name, this.#read(name));
    return this.#plain.get(name);
  }

  #read(name: string): Plain | undefined {
    if (Object.hasOwn(this.#given, name)) return plainJson(this.#given[name], this.limits);
    const fallback = this.#definitions.get(name)?.defaultValue;
    return fallback && plainValue(fallback, this);
  }
}

/**
 * @returns `undefined` for a variable that has no value: it is as if it were not written
 * @throws GraphQLError for such a variable in a list, where it would be a value; for too many values
 */
export function plainValue(node: ValueNode, variables: PlainVariables): Plain | undefined {
  variables.limits.countValues(1);
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables.valueOf(node.name.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((value) => inList(value, variables));
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

function inList(node: ValueNode, variables: PlainVariables): Plain {
  const plain = plainValue(node, variables);
  if (plain !== undefined || node.kind !== Kind.VARIABLE) return plain ?? null;
  const message = `Variable "$${node.name.value}" has no value, and is written in a list; give it one, or write the list without it`;
  throw new GraphQLError(message, { nodes: node });
}

function plainJson(value: unknown, limits: PlanningLimits): Plain {
  limits.countValues(1);
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((inner) => plainJson(inner, limits));
  if (typeof value === 'object') {
    return new Map(Object.entries(value).map(([name, inner]) => [name, plainJson(inner, limits)]));
  }
  return String(value);
}

export function isPlainObject(value: Plain | undefined): value is PlainMap {
  return value instanceof Map;
}

export function listOf(value: Plain): readonly Plain[] {
  return Array.isArray(value) ? (value as readonly Plain[]) : [value];
}
