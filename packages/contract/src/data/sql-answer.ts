import { z } from 'zod';

/** Clients may rely on `sql.sql` only, text and parameters; the rest is informative. */
export const sqlAnswerSchema = z.strictObject({
  sql: z.strictObject({
    sql: z.tuple([z.string(), z.array(z.union([z.string(), z.boolean(), z.null()]))]),
    external: z.boolean(),
    dataSource: z.string(),
    order: z.record(z.string(), z.enum(['asc', 'desc'])),
    timeDimensionAlias: z.string().optional(),
    timeDimensionField: z.string().optional(),
    aliasNameToMember: z.record(z.string(), z.string()),
    memberNames: z.array(z.string()),
    cacheKeyQueries: z.array(z.unknown()),
    preAggregations: z.array(z.unknown()),
    lambdaQueries: z.record(z.string(), z.unknown()),
    canUseTransformedQuery: z.record(z.string(), z.unknown()),
    rollupMatchResults: z.array(z.unknown()).optional(),
  }),
  dataSource: z.string(),
});

export type SqlAnswer = z.infer<typeof sqlAnswerSchema>;

/** Answer to an array of queries, or to a comparison. */
export const sqlAnswersSchema = z.array(sqlAnswerSchema);
