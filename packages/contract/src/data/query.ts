import { z } from 'zod';
import { wireFilterSchema } from './filter.ts';
import { dimensionName, memberName } from './member-name.ts';

/** More members than any table shows; bounds the work one request can ask for. */
export const maxListedMembers = 1000;

/** Bound on the queries of one array, and on the ranges of one comparison. */
export const maxQueries = 50;

/** Bound on the join paths of a query, and on the cubes of one path. */
export const maxJoinHints = 100;

export const cacheModes = ['stale-if-slow', 'stale-while-revalidate', 'must-revalidate', 'no-cache'] as const;

export type CacheMode = (typeof cacheModes)[number];

export const responseFormats = ['default', 'compact', 'columnar'] as const;

export type ResponseFormat = (typeof responseFormats)[number];

export const cacheModeSchema = z.enum(cacheModes);
export const responseFormatSchema = z.enum(responseFormats);

/** Two ends, one day, or a phrase such as `last 7 days`. */
const dateRange = z.union([z.string(), z.array(z.string()).min(1).max(2)]);

export const wireTimeDimensionSchema = z.strictObject({
  dimension: memberName,
  granularity: z.string().max(128).optional(),
  dateRange: dateRange.optional(),
  /** Ranges to compare; the answer has one result for each. */
  compareDateRange: z.array(dateRange).min(1).max(maxQueries).optional(),
});

export type WireTimeDimension = z.infer<typeof wireTimeDimensionSchema>;

const direction = z.enum(['asc', 'desc']);

const order = z.union([
  z.record(dimensionName, direction),
  z.array(z.tuple([dimensionName, direction])).max(maxListedMembers),
]);

const wireBoolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/**
 * The JSON query of the Data API. Keys are checked in the order of this schema, unknown keys last, whatever their order
 * in the request.
 */
export const wireQuerySchema = z.strictObject({
  measures: z.array(memberName).max(maxListedMembers).optional(),
  dimensions: z.array(dimensionName).max(maxListedMembers).optional(),
  filters: z.array(wireFilterSchema).optional(),
  timeDimensions: z.array(wireTimeDimensionSchema).max(maxListedMembers).optional(),
  order: order.optional(),
  segments: z.array(memberName).max(maxListedMembers).optional(),
  timezone: z.string().optional(),
  limit: z.number().int().min(0).optional(),
  offset: z.number().int().min(0).optional(),
  total: wireBoolean.optional(),
  /** Deprecated for `cache`. */
  renewQuery: z.boolean().optional(),
  cacheMode: cacheModeSchema.optional(),
  cache: cacheModeSchema.optional(),
  ungrouped: z.boolean().optional(),
  /** `true`: the answer has a row for every bucket of its time. */
  fillMissing: z.boolean().optional(),
  /** The value of measures without one, where buckets are filled; absent: 0 for counts and sums, `null` for all others. */
  fillWith: z.literal([0, null]).optional(),
  responseFormat: responseFormatSchema.optional(),
  /** Must be empty: the SQL interface of the reference writes it between its own layers. */
  subqueryJoins: z.tuple([]).optional(),
  /** Paths of cube names. The join tree follows each path. */
  joinHints: z.array(z.array(z.string()).max(maxJoinHints)).max(maxJoinHints).optional(),
  /** Refused: masks come from policies, never from callers. */
  maskedMembers: z.undefined().optional(),
});

export type WireQuery = z.infer<typeof wireQuerySchema>;
