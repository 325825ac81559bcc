import { isNameParameter, type Operation, platformErrorSchema } from '@orrery/contract';
import { z, type ZodObject, type ZodType } from 'zod';
import { type JsonSchema, jsonSchemas, type JsonSchemas } from './json-schemas.ts';

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: true;
  readonly allowEmptyValue?: true;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

const description = `Administration of Orrery. Every path works with and without a slash at its end. Unknown fields of a body \
and unknown parameters are not read, unless they are known ones but for a slip (\`deploymentIDs\`, \`filter\`), which is 400. A \
parameter without a value is one that is not given. Lists go by cursor: \`first\` says how many, \`after\` is the \`endCursor\` of the page before. \
An API key for some deployments is refused with 403 for all others, whether they are there or not.`;

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer sk-...`' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key: `Authorization: Api-Key sk-...`',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-orrery-session',
    description: 'The session of a browser. Over plain HTTP, in development, the cookie is `orrery-session`.',
  },
  frameSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-orrery-frame',
    description: 'The session that a user began inside of a frame. Over plain HTTP the cookie is `orrery-frame`.',
  },
};

/** The Platform API as OpenAPI 3.1. */
export function openApiDocument(operations: readonly Operation[]): OpenApiDocument {
  const schemas = jsonSchemas([platformErrorSchema, ...operations.flatMap((operation) => schemasOf(operation))]);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const shown = `/api/v1${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[shown] = { ...paths[shown], [operation.method.toLowerCase()]: describe(operation, schemas) };
  }
  const tags = [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: { title: 'Orrery Platform API', version: '1', description },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: { schemas: schemas.named, securitySchemes },
  };
}

function schemasOf({ body, answer }: Operation): ZodType[] {
  return [body, typeof answer === 'string' ? undefined : answer].filter((schema) => schema !== undefined);
}

function schemesOf({ takes }: Operation): readonly string[] {
  return Object.keys(securitySchemes).filter((scheme) => scheme !== 'frameSession' || takes.isInFrames);
}

function describe(operation: Operation, schemas: JsonSchemas): OpenApiOperation {
  const { path, id, tag, summary, takes, query, body, archive } = operation;
  const isPublic = takes.callers === 'anybody';
  const parameters = [...pathParameters(path), ...(query ? queryParameters(query) : [])];
  const json = (schema: ZodType): Content => ({ 'application/json': { schema: schemas.of(schema) } });
  const error = (text: string) => ({ description: text, content: json(platformErrorSchema) });
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(takes.isAdmin ? { description: 'For admins.' } : {}),
    security: isPublic ? [] : schemesOf(operation).map((scheme) => ({ [scheme]: [] })),
    parameters,
    ...(body ? { requestBody: { required: !body.safeParse({}).success, content: json(body) } } : {}),
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
