import * as contract from '@orrery/contract';
import { z, type ZodType } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas as JSON Schema 2020-12. Those of the contract have names, for clients to be generated with. */
export interface JsonSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>;
  of(schema: ZodType): JsonSchema;
}

const refOf = (name: string) => `#/components/schemas/${name}`;

/** @param schemas all that are asked for, and only those; what they are made of is found by itself */
export function jsonSchemas(schemas: Iterable<ZodType>): JsonSchemas {
  const names = contractNames();
  const registry = z.registry<{ id: string }>();
  for (const schema of schemas) {
    const name = names.get(schema);
    if (name === undefined) throw new Error('a schema of an operation is not in the contract');
    registry.add(schema, { id: name });
  }
  for (const schema of [contract.pageInfoSchema, contract.wireQuerySchema, contract.wireFilterSchema]) {
    registry.add(schema, { id: names.get(schema) ?? '' });
  }
  const { schemas: made } = z.toJSONSchema(registry, {
    io: 'input', // what is read as it is sent, also where a client reads it
    uri: refOf,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def;
      if (type === 'undefined') jsonSchema.not = {};
      else if (Object.keys(jsonSchema).length === 0 && type !== 'unknown' && type !== 'any' && type !== 'lazy') {
        throw new Error(`a schema of the Platform API has a part that JSON Schema cannot say: ${type}`);
      }
    },
  });
  const named = Object.entries(made).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema] as const);
  return {
    named: Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1))),
    of: (schema) => ({ $ref: refOf(names.get(schema) ?? '') }),
  };
}

/** `User` for `userSchema`. */
function contractNames(): ReadonlyMap<unknown, string> {
  const names = Object.entries(contract).flatMap(([exported, value]) =>
    exported.endsWith('Schema') ? [[value as unknown, nameOf(exported)] as const] : [],
  );
  return new Map(names);
}

function nameOf(exported: string): string {
  return `${exported.charAt(0).toUpperCase()}${exported.slice(1, -'Schema'.length)}`;
}
