import { z } from 'zod';
import { get, type Operation } from './operation.ts';
import { anybody, withoutTokens } from './takes.ts';

const tag = 'Process';
const description = z.looseObject({ openapi: z.literal('3.1.0') });
const health = z.strictObject({ health: z.enum(['HEALTH', 'DOWN']) });

/** Operations of the process itself. */
export const processOperations = {
  isAlive: get('/livez', {
    id: 'isAlive',
    tag,
    summary: 'Whether the process answers',
    takes: anybody,
    answer: health,
  }),
  isReady: get('/readyz', {
    id: 'isReady',
    tag,
    summary: 'Whether questions can be answered',
    takes: anybody,
    answer: health,
  }),
  metrics: get('/metrics', {
    id: 'metrics',
    tag,
    summary: 'Figures for Prometheus, for scrapers with their token and for admins of the first account',
    takes: withoutTokens({ callers: ['scraper', 'person'], isAdmin: true, allDeployments: true }),
    answer: 'text',
  }),
} satisfies Readonly<Record<string, Operation>>;

/** The descriptions of APIs, below `/api`. */
export const descriptionOperations = {
  spec: get('/v1/spec', {
    id: 'spec',
    tag,
    summary: 'The Platform API as OpenAPI 3.1',
    takes: anybody,
    answer: description,
  }),
  chatSpec: get('/v1/chat/spec', {
    id: 'chatSpec',
    tag,
    summary: 'The AI API as OpenAPI 3.1',
    takes: anybody,
    answer: description,
  }),
  scimSpec: get('/scim/v2/spec', {
    id: 'scimSpec',
    tag,
    summary: 'The SCIM API as OpenAPI 3.1',
    takes: anybody,
    answer: description,
  }),
  docs: get('/docs', { id: 'docs', tag, summary: 'The Platform API, for people', takes: anybody, answer: 'text' }),
} satisfies Readonly<Record<string, Operation>>;
