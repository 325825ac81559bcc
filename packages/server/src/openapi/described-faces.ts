import {
  allScimOperations,
  dataErrorSchema,
  dataOperations,
  type Operation,
  platformErrorSchema,
  platformOperations,
  scimErrorSchema,
} from '@orrery/contract';
import type { DescribedFace } from './openapi-document.ts';

const keys = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer sk-...`' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key: `Authorization: Api-Key sk-...`',
  },
  oauth: {
    type: 'oauth2',
    description: 'An access token that a person has allowed an application: `Authorization: Bearer oat-...`',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: {
          'mcp-agent-access': 'Ask agents and run queries, as the person',
          platform: 'The Platform API, with the rights of the person',
          'platform:read': 'The Platform API, to read with the rights of the person',
          offline_access: 'Stay connected until the person ends it',
        },
      },
    },
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

const administration = `Administration of Orrery. Every path works with and without a slash at its end. Unknown fields of a body \
and unknown parameters are not read, unless they are known ones but for a slip (\`deploymentIDs\`, \`filter\`), which is 400. A \
parameter without a value is one that is not given. Lists go by cursor: \`first\` says how many, \`after\` is the \`endCursor\` of the page before. \
An API key for some deployments is refused with 403 for all others, whether they are there or not.`;

const platform = {
  base: '/api/v1',
  schemes: keys,
  error: platformErrorSchema,
  json: 'application/json',
  id: { type: 'integer', minimum: 1 },
  examples: async () => (await import('./examples/recorded-platform.ts')).platformExamples,
};

export const platformFace: DescribedFace = {
  ...platform,
  title: 'Orrery Platform API',
  description: administration,
  operations: platformOperations,
};

/** The part of the Platform API that chats are held by. */
export const chatFace: DescribedFace = {
  ...platform,
  title: 'Orrery AI API',
  description:
    'Conversations with agents. An answer is a stream of lines of JSON, each with an `id` and a `sort`; the first one names the chat, the last one its state.',
  operations: platformOperations.filter(({ tag }) => tag === 'Chats'),
};

export const scimFace: DescribedFace = {
  title: 'Orrery SCIM API',
  description: 'SCIM 2.0 (RFC 7643 and 7644): an identity provider keeps the users and groups of an account.',
  base: '/api/scim/v2',
  operations: allScimOperations,
  schemes: { bearer: keys.bearer, apiKey: keys.apiKey, oauth: keys.oauth },
  error: scimErrorSchema,
  json: 'application/scim+json',
  id: { type: 'string' },
  examples: async () => (await import('./examples/recorded-scim.ts')).scimExamples,
};

/** GraphQL describes itself by introspection, and OpenAPI has no words for sockets. */
const undescribed = ['getDataSpec', 'graphql', 'socket'];

/** The description of the Data API. Its paths are below the address of a deployment: `/cubejs-api`, `/d/2/cubejs-api`. */
export const dataFace: DescribedFace = {
  title: 'Orrery Data API',
  description:
    'Queries over the model of a deployment, SQL over the model, and its metadata. An answer that is not there yet is `{"error":"Continue wait"}` with status 200: the caller asks again. What takes POST and a query also takes GET, with the query as a parameter in JSON.',
  base: '',
  operations: Object.values<Operation>(dataOperations).filter(({ id }) => !undescribed.includes(id)),
  schemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'A token of the deployment, with or without `Bearer` before it',
    },
  },
  error: dataErrorSchema,
  json: 'application/json',
  id: { type: 'string' },
  examples: async () => (await import('./examples/recorded-data.ts')).dataExamples,
};
