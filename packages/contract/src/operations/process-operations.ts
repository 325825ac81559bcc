import { z } from 'zod';
import { get, type Operation } from './operation.ts';
import { anybody } from './takes.ts';

const tag = 'Process';
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
    takes: { callers: ['scraper', 'person'], isAdmin: true, allDeployments: true },
    answer: 'text',
  }),
} satisfies Readonly<Record<string, Operation>>;

/** The description of the Platform API, below `/api`. */
export const descriptionOperations = {
  spec: get('/v1/spec', {
    id: 'spec',
    tag,
    summary: 'The Platform API as OpenAPI 3.1',
    takes: anybody,
    answer: z.looseObject({ openapi: z.literal('3.1.0') }),
  }),
  docs: get('/docs', { id: 'docs', tag, summary: 'The Platform API, for people', takes: anybody, answer: 'text' }),
} satisfies Readonly<Record<string, Operation>>;
