import { z } from 'zod';

/** Answer to a statement of SQL over the model: the statement of a data source that it becomes. */
export const statementSqlAnswerSchema = z.strictObject({
  sql: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('ok'),
      /** Text and parameters. */
      sql: z.tuple([z.string(), z.array(z.union([z.string(), z.boolean(), z.null()]))]),
      query_type: z.enum(['regular', 'pushdown']),
      /** Where columns, order and rows of that statement are chosen in memory: by this SQL over its rows, named `b1`. */
      above: z.string().optional(),
    }),
    z.strictObject({
      status: z.literal('error'),
      error: z.string(),
      query_type: z.literal('post_processing'),
    }),
  ]),
});

export type StatementSqlAnswer = z.infer<typeof statementSqlAnswerSchema>;
