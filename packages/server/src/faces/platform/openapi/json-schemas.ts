import * as contract from '@orrery/contract';
import { z, type ZodType } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas as JSON Schema 2020-12. Those of the contract have names, for clients to be generated with. */
export interface JsonSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>;
  of(schema: ZodType): JsonSchema;
}

const refOf = (name: string) => `#/components/schemas/${name}`;

/** @param schemas all that are asked for; what they are made of is found by itself, by name where the contract names it */
export function jsonSchemas(schemas: Iterable<ZodType>): JsonSchemas {
  const names = contractNames();
  const asked = [...schemas].map((schema) => {
    const name = names.get(schema);
    if (name === undefined) throw new Error('a schema of an operation is not in the contract');
    return name;
  });
  const known = namesBelow(asked, convert(names, { isStrict: false }));
  const used = new Map([...names].filter(([, name]) => known.has(name)));
  const made = Object.entries(convert(used, { isStrict: true }));
  return {
    named: Object.fromEntries(made.sort(([one], [other]) => (one < other ? -1 : 1))),
    of: (schema) => ({ $ref: refOf(names.get(schema) ?? '') }),
  };
}

function convert(
  names: ReadonlyMap<ZodType, string>,
  { isStrict }: { readonly isStrict: boolean },
): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas: made } = z.toJSONSchema(registry, {
    io: 'input', // what is read as it is sent, also where a client reads it
    uri: refOf,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def;
      if (type === 'undefined') jsonSchema.not = {};
      else if (isStrict && Object.keys(jsonSchema).length === 0 && !takesAnything(zodSchema)) {
        throw new Error(`a schema of the Platform API has a part that JSON Schema cannot say: ${type}`);
      }
    },
  });
  return Object.fromEntries(Object.entries(made).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]));
}

function takesAnything({ _zod: { def } }: z.core.$ZodType): boolean {
  if (def.type !== 'optional') return def.type === 'unknown' || def.type === 'any' || def.type === 'lazy';
  return takesAnything((def as z.core.$ZodOptionalDef).innerType); // the definition of an optional schema
}

/** Names that schemas are made of, with their own. */
function namesBelow(asked: readonly string[], all: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const found = new Set(asked);
  for (const name of found) {
    for (const [, below] of JSON.stringify(all[name]).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (below !== undefined) found.add(below);
    }
  }
  return found;
}

/** `User` for `userSchema`. */
function contractNames(): ReadonlyMap<ZodType, string> {
  const names = Object.entries(contract).flatMap(
    ([exported, value]) => (exported.endsWith('Schema') ? [[value as ZodType, nameOf(exported)] as const] : []), // the contract has one schema of that name
  );
  return new Map(names);
}

function nameOf(exported: string): string {
  return `${exported.charAt(0).toUpperCase()}${exported.slice(1, -'Schema'.length)}`;
}
