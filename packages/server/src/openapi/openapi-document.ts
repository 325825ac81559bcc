import { isNameParameter, type Operation } from '@orrery/contract';
import { z, type ZodObject, type ZodType } from 'zod';
import { type JsonSchema, jsonSchemas, type JsonSchemas } from './json-schemas.ts';
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
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
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
  /** What paths of operations are below. */
  readonly base: string;
  readonly operations: readonly Operation[];
  readonly schemes: Schemes;
  /** The body of its errors. */
  readonly error: ZodType;
}

const licence = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;

/** The operations of a face as OpenAPI 3.1. */
export function openApiOf(face: DescribedFace): OpenApiDocument {
  const { title, description, base, operations, schemes, error } = face;
  const schemas = jsonSchemas([error, ...operations.flatMap((operation) => schemasOf(operation))]);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const shown = `${base}${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const described = describe(operation, schemas, { schemes, error });
    paths[shown] = { ...paths[shown], [operation.method.toLowerCase()]: described };
  }
  return withReferenceNames({
    openapi: '3.1.0',
    info: { title, version: '1', description, contact: { name: 'Orrery' }, license: licence },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: descriptionOf(name) })),
    paths,
    components: { schemas: schemas.named, securitySchemes: schemes },
  });
}

function descriptionOf(tag: string): string {
  const found = tagDescriptions[tag];
  if (found === undefined) throw new Error(`the tag '${tag}' has no description`);
  return found;
}

function schemasOf({ body, reads, answer }: Operation): ZodType[] {
  return [body ?? reads, typeof answer === 'string' ? undefined : answer].filter((schema) => schema !== undefined);
}

function schemesOf({ takes }: Operation, schemes: Schemes): readonly string[] {
  return Object.keys(schemes).filter((scheme) => scheme !== 'frameSession' || takes.isInFrames);
}

function describe(
  operation: Operation,
  schemas: JsonSchemas,
  { schemes, error: errorSchema }: Pick<DescribedFace, 'schemes' | 'error'>,
): OpenApiOperation {
  const { path, id, tag, summary, takes, query, archive, example } = operation;
  const body = operation.body ?? operation.reads;
  const isPublic = takes.callers === 'anybody';
  const parameters = [...pathParameters(path), ...(query ? queryParameters(query) : [])];
  const json = (schema: ZodType, shown?: unknown): Content => ({
    'application/json': { schema: schemas.of(schema), ...(shown === undefined ? {} : { example: shown }) },
  });
  const error = (text: string) => ({ description: text, content: json(errorSchema) });
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: takesInWords(takes),
    security: isPublic ? [] : schemesOf(operation, schemes).map((scheme) => ({ [scheme]: [] })),
    parameters,
    ...(body ? { requestBody: { required: !body.safeParse({}).success, content: json(body, example) } } : {}),
    ...(archive ? { requestBody: { required: true, content: { [archive]: { schema: file } } } } : {}),
    responses: {
      ...success(operation, json),
      ...(parameters.length > 0 || body
        ? { 400: error('Something of the request is wrong; `details` lists all') }
        : {}),
      401: error(isPublic ? 'The credentials are wrong' : 'The credential is missing, wrong, expired or revoked'),
      403: error('The caller may not do this, or the key is not for the deployment'),
      ...(path.includes(':') ? { 404: error('There is no such thing') } : {}),
      default: error('Any other error'),
    },
  };
}

const file: JsonSchema = { type: 'string', format: 'binary' };

function success({ answer, status }: Operation, json: (schema: ZodType) => Content): OpenApiOperation['responses'] {
  if (answer === 'nothing') return { [status]: { description: 'Done' } };
  if (answer === 'csv') {
    return { [status]: { description: 'A table', content: { 'text/csv': { schema: { type: 'string' } } } } };
  }
  if (answer === 'lines') {
    return { [status]: { description: 'Lines', content: { 'application/x-ndjson': { schema: { type: 'string' } } } } };
  }
  if (answer === 'records') {
    return { [status]: { description: 'Lines', content: { 'application/json': { schema: { type: 'string' } } } } };
  }
  if (answer === 'text') {
    return { [status]: { description: 'Done', content: { 'text/plain': { schema: { type: 'string' } } } } };
  }
  return { [status]: { description: 'Done', content: json(answer) } };
}

function pathParameters(path: string): OpenApiParameter[] {
  const schemaOf = (name: string) => (isNameParameter(name) ? { type: 'string' } : { type: 'integer', minimum: 1 });
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
