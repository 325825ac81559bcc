import { z } from 'zod';
import { memberName, wireQuerySchema } from '../../data/index.ts';
import { wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';

export const queryEndpoints = [
  'load',
  'subscribe',
  'graphql',
  'export',
  'values',
  'sql',
  'cubesql',
  'source-sql',
  'dry-run',
  'explain',
] as const;

const instant = z.iso.datetime({ offset: true });

/**
 * Filters of the list; an entry must match all of them. Unlike elsewhere, an unknown parameter is an error: ignoring a
 * misspelt filter would return entries that it excludes.
 */
export const queryHistoryParametersSchema = z.strictObject({
  ...pageQuerySchema.shape,
  /** `[from, to)`, by the start of the query. */
  from: instant.optional(),
  to: instant.optional(),
  status: wholeNumber(z.int().min(100).max(599)).optional(),
  /** The stable code of what went wrong: `query.unknown-member`. */
  error: z
    .string()
    .regex(/^[a-z0-9.-]{1,100}$/, 'is no code of an error')
    .optional(),
  endpoint: z.enum(queryEndpoints).optional(),
  /** Whether the cache had the answer, fresh or stale. */
  cached: z.enum(['true', 'false']).optional(),
  /** Named by the query anywhere. */
  member: memberName.optional(),
  requestId: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'is no request id')
    .optional(),
  /** Fingerprint of the tenant, as in the log. */
  tenant: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'is no fingerprint of a tenant')
    .optional(),
  slowerThanMs: z.coerce.number().min(0).optional(),
});

const milliseconds = z.number();

export const queryHistoryEntrySchema = z.strictObject({
  id: z.int(),
  deploymentId: z.int(),
  branch: z.string().nullable(),
  endpoint: z.enum(queryEndpoints),
  requestId: z.string(),
  startedAt: z.iso.datetime(),
  /** Differs from `startedAt` where the entry stands for several. */
  lastStartedAt: z.iso.datetime(),
  /** How many equal queries of one caller, answered from the cache, the entry stands for; timings and request id are those of the slowest. */
  answers: z.int().min(1),
  caller: z.strictObject({
    /** Equal for equal callers; as in the log. */
    tenant: z.string(),
    claims: z.record(z.string(), z.unknown()),
  }),
  /** `null` when there was none that could be read, or it is too long to keep. */
  /** A list for an array of queries; a text for a statement of SQL. */
  query: z.union([wireQuerySchema, z.array(wireQuerySchema), z.strictObject({ sql: z.string() })]).nullable(),
  /** Characters of the query; 0 when there was none. */
  queryLength: z.int(),
  dataSource: z.string().nullable(),
  timingsMs: z.strictObject({
    parse: milliseconds.optional(),
    bind: milliseconds.optional(),
    plan: milliseconds.optional(),
    queue: milliseconds.optional(),
    engine: milliseconds.optional(),
    encode: milliseconds.optional(),
    total: milliseconds,
  }),
  /** Sum over all answers of the entry. */
  totalMs: milliseconds,
  cache: z.enum(['hit', 'stale', 'miss', 'shared', 'none']),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  status: z.int(),
  error: z.string().nullable(),
});

export const queryHistorySchema = z.strictObject({
  /** Newest first. Fewer than asked for although there are more, where few of many fit. */
  items: z.array(queryHistoryEntrySchema),
  pageInfo: pageInfoSchema,
  /** Queries the history had no room for, since this process started. */
  dropped: z.strictObject({ queries: z.int(), since: z.iso.datetime() }),
});

/** One entry, with its SQL: without the values of parameters. */
export const queryHistoryDetailSchema = queryHistoryEntrySchema.extend({
  statements: z.array(z.string()),
  /** The names that data sources gave the statements that ran for it, such as the query ids of Trino; empty for others. */
  engineQueryIds: z.array(z.string()),
});

export type QueryHistoryParameters = z.infer<typeof queryHistoryParametersSchema>;
export type WireQueryHistoryEntry = z.infer<typeof queryHistoryEntrySchema>;
export type WireQueryHistory = z.infer<typeof queryHistorySchema>;
export type WireQueryHistoryDetail = z.infer<typeof queryHistoryDetailSchema>;
