import { z } from 'zod';
import { wireProblemSchema } from './data-error.ts';
import { queryEchoSchema } from './query-echo.ts';

/** Where a definition stands; only for callers who may read the model. */
const place = { file: z.string().optional(), line: z.int().optional() };

const explainedMember = z.strictObject({
  /** As the query names it. */
  name: z.string(),
  kind: z.enum(['measure', 'dimension', 'segment']),
  /** What the query does with it; a `part` is what another one is made of, shown to callers who may read the model. */
  uses: z.array(z.enum(['selected', 'bucket', 'filter', 'part'])),
  type: z.string().optional(),
  aggType: z.string().optional(),
  /** Of a time whose data source keeps days or texts, or could not say what it keeps; others are instants. */
  storedAs: z.enum(['day', 'text', 'unknown']).optional(),
  /** Of a member of a view: the cube's member behind it, and the cubes on the way there. */
  aliasMember: z.string().optional(),
  path: z.array(z.string()).optional(),
  ...place,
  /** As the author wrote it; this and `filters` only for callers who may read the model. */
  sql: z.string().optional(),
  filters: z.array(z.strictObject({ sql: z.string() })).optional(),
  case: z.unknown().optional(),
  /** Of a measure of several stages, as its author wrote it, with full names. */
  grain: z
    .strictObject({
      exclude: z.array(z.string()).optional(),
      keepOnly: z.array(z.string()).optional(),
      include: z.array(z.string()).optional(),
    })
    .optional(),
  filter: z
    .strictObject({
      exclude: z.array(z.string()).optional(),
      keepOnly: z.array(z.string()).optional(),
      include: z.array(z.unknown()).optional(),
      mode: z.literal('fixed').optional(),
    })
    .optional(),
  timeShift: z
    .array(
      z.strictObject({
        timeDimension: z.string().optional(),
        interval: z.string().optional(),
        type: z.enum(['prior', 'next']).optional(),
        name: z.string().optional(),
      }),
    )
    .optional(),
  orderBy: z.array(z.strictObject({ sql: z.string(), dir: z.enum(['asc', 'desc']) })).optional(),
});

const explainedPass = z.strictObject({
  /** The sub-query dimension it is made for; absent: the answer itself. */
  inside: z.string().optional(),
  /** The measures of several stages whose inner rows it gives, the outermost first. */
  stageOf: z.array(z.string()).optional(),
  /** Where the joins start: all rows of this cube survive them. Absent: it takes what the passes before it gave. */
  root: z.string().optional(),
  joins: z.array(z.strictObject({ from: z.string(), to: z.string(), relationship: z.string(), ...place })),
  /** Cubes whose rows these joins repeat. */
  multiplied: z.array(z.string()),
  /** It starts from the pass before it, which found each key of this cube once in each group. */
  afterKeysOf: z.string().optional(),
  /** Each row counts once for every such window it lies in. */
  window: z.string().optional(),
  rowFilters: z.array(z.string()),
  /** Absent: rows are not grouped. */
  groupedBy: z.array(z.string()).optional(),
  measures: z.array(z.strictObject({ member: z.string(), function: z.string(), countsKeys: z.boolean() })),
});

/** What a query means and how it is answered, without running it. Ours, no part of the reference. */
export const explainAnswerSchema = z.strictObject({
  query: queryEchoSchema,
  members: z.array(explainedMember),
  /** What each `dateRange` was resolved to: both ends belong to it, on the clock of the query's zone. */
  dates: z.array(z.strictObject({ dimension: z.string(), asked: z.string(), from: z.string(), to: z.string() })),
  passes: z.array(explainedPass),
  /** Filters on what the passes gave, put together. */
  groupFilters: z.array(z.string()),
  order: z.record(z.string(), z.enum(['asc', 'desc'])),
  /** Names of the changes that made the plan cheaper. */
  improvements: z.array(z.string()),
  dataSource: z.string(),
  sql: z.tuple([z.string(), z.array(z.union([z.string(), z.boolean(), z.null()]))]),
  warnings: z.array(wireProblemSchema).optional(),
});

export type ExplainAnswer = z.infer<typeof explainAnswerSchema>;
