import * as contract from '@orrery/contract';
import { z, type ZodType } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas as JSON Schema 2020-12. Those of the contract have names, for clients to be generated with. */
export interface JsonSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>;
  of(schema: ZodType): JsonSchema;
}

const refOf = (name: string) => `#/components/schemas/${name}`;

/**
 * @param schemas all schemas that the document refers to; the schemas within them are found through them, by name where
 *   the contract names them
 */
export function jsonSchemas(schemas: Iterable<ZodType>): JsonSchemas {
  const names = contractNames();
  const asked = [...schemas].flatMap((schema) => namesIn(schema, names));
  const known = namesBelow(asked, convert(names, { isStrict: false }));
  const used = new Map([...names].filter(([, name]) => known.has(name)));
  const made = Object.entries(convert(used, { isStrict: true }));
  return {
    named: Object.fromEntries(made.sort(([one], [other]) => (one < other ? -1 : 1))),
    of: (schema) => referenceTo(schema, names),
  };
}

/** Schemas that an operation combines of those with names: alternatives and lists. */
function partsOf(schema: ZodType): readonly ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options as readonly ZodType[];
  if (schema instanceof z.ZodArray) return [schema.element as ZodType];
  throw new Error('a schema of an operation is not in the contract');
}

function namesIn(schema: ZodType, names: ReadonlyMap<ZodType, string>): readonly string[] {
  const name = names.get(schema);
  return name === undefined ? partsOf(schema).flatMap((part) => namesIn(part, names)) : [name];
}

function referenceTo(schema: ZodType, names: ReadonlyMap<ZodType, string>): JsonSchema {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: refOf(name) };
  const parts = partsOf(schema).map((part) => referenceTo(part, names));
  return schema instanceof z.ZodArray ? { type: 'array', items: parts[0] ?? {} } : { anyOf: parts };
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
      // Classes of Unicode are read by few generators and validators; the server checks them.
      if (jsonSchema.pattern !== undefined && /\\p\{/i.test(jsonSchema.pattern)) delete jsonSchema.pattern;
      if (type === 'undefined') jsonSchema.not = {};
      else if (type === 'union' && takesAnything(zodSchema)) delete jsonSchema.anyOf;
      else if (type === 'tuple') {
        // Its length is said by the bounds; generators do not read `items: false`.
        jsonSchema.items = {};
        if (jsonSchema.prefixItems?.length === 0) delete jsonSchema.prefixItems;
      }
      if (type !== 'undefined' && isStrict && Object.keys(jsonSchema).length === 0 && !takesAnything(zodSchema)) {
        throw new Error(`a schema of the Platform API has a part that JSON Schema cannot say: ${type}`);
      }
    },
  });
  return Object.fromEntries(Object.entries(made).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]));
}

function takesAnything({ _zod: { def } }: z.core.$ZodType): boolean {
  if (def.type === 'union') return (def as z.core.$ZodUnionDef).options.some(takesAnything); // the definition of a union
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
