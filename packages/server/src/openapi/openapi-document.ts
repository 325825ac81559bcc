import { continueWaitSchema, isNameParameter, type Operation, scopesTaken } from '@orrery/contract';
import { z, type ZodObject, type ZodType } from 'zod';
import type { OperationExample, OperationExamples } from './examples/operation-example.ts';
import { type JsonSchema, jsonSchemas, type JsonSchemas } from './json-schemas.ts';
import { refusalsOf } from './refusals-of.ts';
import { tagDescriptions } from './tag-descriptions.ts';
import { takesInWords } from './takes-in-words.ts';
import { withReferenceNames } from './with-reference-names.ts';

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: true;
  readonly allowEmptyValue?: true;
  readonly schema: JsonSchema;
  readonly example?: string | number;
}

type MediaTypes = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: MediaTypes }>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Schemes;
  };
}

/** Credentials by the names that operations refer to them with. */
type Schemes = Readonly<Record<string, JsonSchema>>;

/** One API of the process. */
export interface DescribedFace {
  readonly title: string;
  readonly description: string;
  /** The path that all operations are below. */
  readonly base: string;
  readonly operations: readonly Operation[];
  readonly schemes: Schemes;
  /** The body of its errors. */
  readonly error: ZodType;
  /** The type of its JSON. */
  readonly json: string;
  /** The schema of ids in its paths. */
  readonly id: JsonSchema;
  /** Loads an exchange for each operation. */
  readonly examples: () => Promise<OperationExamples>;
}

const licence = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;

/** The operations of a face as OpenAPI 3.1. */
export async function openApiOf(face: DescribedFace): Promise<OpenApiDocument> {
  const examples = await face.examples();
  const { title, description, base, operations } = face;
  const schemas = jsonSchemas([face.error, ...operations.flatMap((operation) => schemasOf(operation))]);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const shown = `${base}${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const described = describe(operation, schemas, face, examples[operation.id]);
    paths[shown] = { ...paths[shown], [operation.method.toLowerCase()]: described };
  }
  return withReferenceNames({
    openapi: '3.1.0',
    info: { title, version: '1', description, contact: { name: 'Orrery' }, license: licence },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: descriptionOf(name) })),
    paths,
    components: { schemas: schemas.named, securitySchemes: face.schemes },
  });
}

function descriptionOf(tag: string): string {
  const found = tagDescriptions[tag];
  if (found === undefined) throw new Error(`the tag '${tag}' has no description`);
  return found;
}

function schemasOf(operation: Operation): ZodType[] {
  const answer = answerOf(operation);
  const schemas = [operation.body ?? operation.reads, typeof answer === 'string' ? undefined : answer];
  return schemas.filter((schema) => schema !== undefined);
}

/** Rows that are not there yet are an answer, too. */
function answerOf({ answer, mayWait }: Operation): Operation['answer'] {
  return mayWait && typeof answer !== 'string' ? answer.or(continueWaitSchema) : answer;
}

/** Each alternative, with the scopes that it takes. */
function securityOf(operation: Operation, schemes: Schemes): OpenApiOperation['security'] {
  const { takes } = operation;
  const scopes = scopesTaken(operation);
  return Object.keys(schemes).flatMap((scheme): OpenApiOperation['security'] => {
    if (takes.isSessionOnly && scheme !== 'session') return [];
    if (scheme === 'frameSession' && !takes.isInFrames) return [];
    if (scheme === 'session' && takes.isInFrames === 'only') return [];
    return scheme === 'oauth' ? scopes.map((scope) => ({ oauth: [scope] })) : [{ [scheme]: [] }];
  });
}

function describe(
  operation: Operation,
  schemas: JsonSchemas,
  { schemes, error, json: type, id: idSchema }: DescribedFace,
  example: OperationExample | undefined,
): OpenApiOperation {
  const { path, id, tag, summary, takes, query, archive } = operation;
  const body = operation.body ?? operation.reads;
  const isPublic = takes.callers === 'anybody';
  const parameters = [...pathParameters(path, idSchema), ...(query ? queryParameters(query) : [])];
  const json = (schema: ZodType, shown?: unknown): MediaTypes => ({
    [type]: { schema: schemas.of(schema), ...(shown === undefined ? {} : { example: shown }) },
  });
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: takesInWords(operation),
    security: isPublic ? [] : securityOf(operation, schemes),
    parameters: parameters.map((parameter) => withExample(parameter, example)),
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse({}).success,
            content: json(body, example?.body ?? operation.example),
          },
        }
      : {}),
    ...(archive ? { requestBody: { required: true, content: { [archive]: { schema: file } } } } : {}),
    responses: {
      ...success(operation, json, example?.answer),
      ...refusalsOf(operation, json(error)),
    },
  };
}

function withExample(parameter: OpenApiParameter, example: OperationExample | undefined): OpenApiParameter {
  const shown = example?.parameters?.[parameter.name];
  return shown === undefined ? parameter : { ...parameter, example: shown };
}

const file: JsonSchema = { type: 'string', format: 'binary' };

const lineType = 'application/x-ndjson';
const oneEach = 'Newline-delimited JSON: one value a line, sent while the answer is made.';

/** Media types and words for answers that are no JSON. */
const texts = {
  csv: { type: 'text/csv', description: 'A table', schema: { type: 'string' } },
  lines: { type: lineType, description: oneEach, schema: { type: 'string', contentMediaType: lineType } },
  records: {
    type: 'application/json',
    description: `${oneEach} The type is the one that clients of such streams expect; the body as a whole is no JSON.`,
    schema: { type: 'string', contentMediaType: lineType },
  },
  text: { type: 'text/plain', description: 'Done', schema: { type: 'string' } },
} as const;

function success(
  operation: Operation,
  json: (schema: ZodType, shown?: unknown) => MediaTypes,
  shown: unknown,
): OpenApiOperation['responses'] {
  const { status } = operation;
  const answer = answerOf(operation);
  if (answer === 'nothing') return { [status]: { description: 'Done' } };
  if (typeof answer !== 'string') return { [status]: { description: 'Done', content: json(answer, shown) } };
  const { type, description, schema } = texts[answer];
  const text = { schema, ...(shown === undefined ? {} : { example: shown }) };
  return { [status]: { description, content: { [type]: text } } };
}

function pathParameters(path: string, id: JsonSchema): OpenApiParameter[] {
  const schemaOf = (name: string) => (isNameParameter(name) ? { type: 'string' } : id);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(name),
  }));
}

function queryParameters(query: ZodObject): OpenApiParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => {
    const { description: text, deprecated, ...schema } = property as Record<string, unknown>; // parameters are no booleans
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(typeof text === 'string' ? { description: text } : {}),
      ...(deprecated === true ? { deprecated } : {}),
      ...(required.includes(name) || name === 'after' ? {} : { allowEmptyValue: true }),
      schema,
    };
  });
}
