import { z } from 'zod';
import { wireProblemSchema } from './data-error.ts';
import { queryEchoSchema } from './query-echo.ts';

/** Position of a definition; only for callers who may read the model. */
const place = { file: z.string().optional(), line: z.int().optional() };

const explainedMember = z.strictObject({
  /** Name of the member in the query. */
  name: z.string(),
  kind: z.enum(['measure', 'dimension', 'segment']),
  /**
   * Uses of the member in the query. A `part` is used by another member, and is shown to callers who may read the
   * model.
   */
  uses: z.array(z.enum(['selected', 'bucket', 'filter', 'part'])),
  type: z.string().optional(),
  aggType: z.string().optional(),
  /** Form in which the data source stores the time: days, texts, or unknown; absent for instants. */
  storedAs: z.enum(['day', 'text', 'unknown']).optional(),
  /** The cube's member behind a member of a view. `path` holds the cubes on the way there. */
  aliasMember: z.string().optional(),
  path: z.array(z.string()).optional(),
  ...place,
  /** SQL as the author wrote it; this and `filters` only for callers who may read the model. */
  sql: z.string().optional(),
  filters: z.array(z.strictObject({ sql: z.string() })).optional(),
  case: z.unknown().optional(),
  /** Grain of a multi-stage measure, as its author wrote it, with full names. */
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
  /** The sub-query dimension that the pass computes; absent when it computes the answer itself. */
  inside: z.string().optional(),
  /** The multi-stage measures whose inner rows the pass returns, the outermost first. */
  stageOf: z.array(z.string()).optional(),
  /** Cube where the joins start: all of its rows are kept. Absent when the pass reads the results of earlier passes. */
  root: z.string().optional(),
  joins: z.array(z.strictObject({ from: z.string(), to: z.string(), relationship: z.string(), ...place })),
  /** Cubes whose rows the joins repeat. */
  multiplied: z.array(z.string()),
  /** Cube whose keys the previous pass found, each key once in each group; the pass starts from those keys. */
  afterKeysOf: z.string().optional(),
  /** Window of a pass in which each row counts once for every window that contains it. */
  window: z.string().optional(),
  rowFilters: z.array(z.string()),
  /** Grouping columns; absent when rows are not grouped. */
  groupedBy: z.array(z.string()).optional(),
  measures: z.array(z.strictObject({ member: z.string(), function: z.string(), countsKeys: z.boolean() })),
});

/** Meaning of a query and the plan of its answer, without running it. Orrery's own, not part of the reference. */
export const explainAnswerSchema = z.strictObject({
  query: queryEchoSchema,
  members: z.array(explainedMember),
  /** Resolved range of each `dateRange`: both ends are included, in the time zone of the query. */
  dates: z.array(z.strictObject({ dimension: z.string(), asked: z.string(), from: z.string(), to: z.string() })),
  passes: z.array(explainedPass),
  /** Filters on the combined results of the passes. */
  groupFilters: z.array(z.string()),
  order: z.record(z.string(), z.enum(['asc', 'desc'])),
  /** Names of the changes that made the plan cheaper. */
  improvements: z.array(z.string()),
  dataSource: z.string(),
  sql: z.tuple([z.string(), z.array(z.union([z.string(), z.boolean(), z.null()]))]),
  warnings: z.array(wireProblemSchema).optional(),
});

export type ExplainAnswer = z.infer<typeof explainAnswerSchema>;
