import { z } from 'zod';
import { statementFormSchema } from './converted-query.ts';
import { cacheModeSchema, maxQueries, responseFormatSchema, wireQuerySchema } from './query.ts';

const queries = z.union([wireQuerySchema, z.array(wireQuerySchema).min(1).max(maxQueries)]);

/** Bodies of the Data API as descriptions show them. Parsers of its own read them, with the position of each problem. */
export const loadRequestSchema = z.object({
  query: queries,
  queryType: z.literal('multi').optional().describe('Must be given where the answer has several results'),
  cache: cacheModeSchema.optional(),
  responseFormat: responseFormatSchema.optional(),
});

export const queryRequestSchema = z.object({ query: queries });

export const sqlRequestSchema = z.object({
  query: z.union([queries, z.string().describe('A statement of SQL over the model')]),
  format: z.enum(['rest', 'sql']).optional().describe('What `query` is: a query, or a statement of SQL over the model'),
});

export const statementRequestSchema = z.object({
  query: z.string().min(1).describe('A statement of SQL over the model'),
  cache: cacheModeSchema.optional(),
  timezone: z.string().optional(),
  throwContinueWait: z.boolean().optional().describe('Answers `Continue wait` instead of waiting for the rows'),
});

export const convertQueryRequestSchema = statementFormSchema.extend({
  input: z.enum(['sql', 'rest']),
  output: z.enum(['rest', 'sql']),
  query: z.union([z.string(), wireQuerySchema]),
});
