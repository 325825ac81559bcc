import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { below, collectFields, type Selecting } from './collect-fields.ts';
import { refusal } from './planning-limits.ts';

const introspecting = [SchemaMetaFieldDef, TypeMetaFieldDef];
/** About four times as many as the usual description of 200 cubes with 40 members each has. */
const mostValues = 1_000_000;
const mostLength = 32 * 1024 * 1024;
/** The length of the characters that JSON writes around a value. */
const lengthAround = 8;

/**
 * Counts the values that introspection would answer, without keeping any, and refuses too many.
 *
 * @throws GraphQLError
 */
export function checkIntrospection(
  { selectionSet }: OperationDefinitionNode,
  selecting: Selecting,
  schema: GraphQLSchema,
): void {
  const info = { schema } as GraphQLResolveInfo; // resolvers of introspection read nothing else of it
  const collected = new Map<readonly FieldNode[], ReadonlyMap<string, readonly FieldNode[]>>();
  const innerOf = (nodes: readonly FieldNode[]) => {
    const known = collected.get(nodes) ?? collectFields(below(nodes), selecting);
    collected.set(nodes, known);
    return known;
  };
  const count = { values: 0, length: 0 };
  const add = (length: number) => {
    count.values += 1;
    count.length += length + lengthAround;
    if (count.values > mostValues || count.length > mostLength) {
      throw refusal('The description of the schema that is asked for is too large; ask for less of it at a time');
    }
  };
  const visitObject = (type: string, source: unknown, nodes: readonly FieldNode[]) => {
    for (const [key, own] of innerOf(nodes)) {
      const field = fieldOf(schema, type, nameOf(own));
      if (field) visitField(field, source, key, own);
      else add(key.length);
    }
  };
  const visitField = (
    field: GraphQLField<unknown, unknown>,
    source: unknown,
    key: string,
    nodes: readonly FieldNode[],
  ) => {
    const [node] = nodes;
    const given = node ? getArgumentValues(field, node, selecting.variables) : {};
    const value = field.resolve?.(source, given, undefined, info) as unknown;
    const { name } = getNamedType(field.type);
    add(key.length);
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      add(typeof one === 'string' ? one.length : 0);
      if (typeof one === 'object' && one !== null) visitObject(name, one, nodes);
    }
  };
  for (const [key, own] of collectFields([selectionSet], selecting)) {
    const field = introspecting.find(({ name }) => name === nameOf(own));
    if (field) visitField(field, undefined, key, own);
  }
}

function fieldOf(schema: GraphQLSchema, type: string, name: string): GraphQLField<unknown, unknown> | undefined {
  const found = schema.getType(type);
  return isObjectType(found) ? found.getFields()[name] : undefined;
}

function nameOf([first]: readonly FieldNode[]): string {
  return first?.name.value ?? '';
}
