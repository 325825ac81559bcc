import type { JsonSchema } from './json-schemas.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts';
import { parameterParts, parts, renamed } from './reference-names.ts';

const prefix = '#/components/schemas/';

/** The document, with the names that the contract gives to schemas and to parts of them. */
export function withReferenceNames(document: OpenApiDocument): OpenApiDocument {
  const named = mapRefs(document, (name) => renamed[name] ?? name);
  const schemas = new Map(
    Object.entries(named.components.schemas).map(([name, schema]) => [renamed[name] ?? name, structuredClone(schema)]),
  );
  for (const [name, place] of parts) {
    const [owner = '', ...steps] = place.split(' ');
    const holder = schemas.get(owner);
    if (holder) takeOut(holder, steps, name, schemas); // a document of fewer operations has fewer schemas
  }
  const paths = structuredClone(named.paths);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const [name, place] of parameterParts) {
    const [id, parameter] = place.split(' ');
    const found = operations.find(({ operationId }) => operationId === id);
    if (found) takeOutParameter(found, parameter ?? '', name, schemas);
  }
  const sorted = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...named, paths, components: { ...named.components, schemas: Object.fromEntries(sorted) } };
}

function mapRefs(document: OpenApiDocument, map: (name: string) => string): OpenApiDocument {
  const text = JSON.stringify(document, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(prefix)
      ? `${prefix}${map(value.slice(prefix.length))}`
      : value,
  );
  return JSON.parse(text) as OpenApiDocument; // the same but for names
}

type SchemaObject = Record<string, unknown>;

/** Puts a reference in place of a part, which becomes a schema of its own. */
function takeOut(holder: JsonSchema, steps: readonly string[], name: string, schemas: Map<string, JsonSchema>): void {
  let place: SchemaObject = holder as SchemaObject; // a clone
  for (const step of steps) {
    const list = place;
    const next = step === '[]' ? list['items'] : (list['properties'] as SchemaObject | undefined)?.[step];
    if (typeof next !== 'object' || next === null)
      throw new Error(`the description has no ${steps.join(' ')} for ${name}`);
    place = withoutNull(next as SchemaObject);
  }
  refer(place, name, schemas);
}

function takeOutParameter(
  { parameters, operationId }: OpenApiOperation,
  parameter: string,
  name: string,
  schemas: Map<string, JsonSchema>,
): void {
  const found = parameters.find((one) => one.name === parameter);
  if (!found) throw new Error(`${operationId} has no parameter ${parameter}`);
  refer(withoutNull(found.schema as SchemaObject), name, schemas);
}

/** The part that is no `null`, of one that may be. */
function withoutNull(schema: SchemaObject): SchemaObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = (anyOf as readonly SchemaObject[]).filter(({ type }) => type !== 'null');
  const [only] = others;
  return only && others.length === 1 ? only : schema;
}

function refer(place: SchemaObject, name: string, schemas: Map<string, JsonSchema>): void {
  const { description, deprecated, ...schema } = place;
  if (schema['$ref'] !== undefined) throw new Error(`${name} has the name ${String(schema['$ref'])} already`);
  if (!schemas.has(name)) schemas.set(name, schema);
  for (const key of Object.keys(place)) delete place[key];
  Object.assign(place, {
    $ref: `${prefix}${name}`,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
  });
}
