import { z } from 'zod';

const constructSchema = z.strictObject({
  name: z.string(),
  /** An example over a cube `orders`. */
  example: z.string(),
  isAnswered: z.boolean(),
  /** Another way to the same rows, for what is refused. */
  instead: z.string().optional(),
});

const functionSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['scalar', 'aggregate', 'ordered', 'window', 'set']),
  /** The product whose documentation defines it; `model`: a measure. */
  origin: z.enum(['postgresql', 'redshift', 'mysql', 'excel', 'model']),
  /** The signatures as `text, int4 [, text] -> text`, in the type names of PostgreSQL's catalogue. */
  signatures: z.array(z.string()),
  refused: z.array(z.strictObject({ signature: z.string(), why: z.string(), instead: z.string().optional() })),
});

/** The constructs that SQL over the model supports. */
export const sqlCapabilitiesSchema = z.strictObject({
  statements: z.array(constructSchema),
  clauses: z.array(constructSchema),
  forms: z.array(constructSchema),
  functions: z.array(functionSchema),
  operators: z.array(functionSchema),
  types: z.array(
    z.strictObject({
      name: z.string(),
      /** The name in statements. */
      shown: z.string(),
      /** The type in the first line of an answer. */
      columnType: z.unknown(),
    }),
  ),
  /** The data sources of cubes that the caller may see. */
  dataSources: z.array(
    z.strictObject({
      name: z.string(),
      engine: z.string(),
      /** Whole statements; expressions in filters and groups of queries of the model; such queries alone. */
      pushesDown: z.enum(['statements', 'expressions', 'queries']),
      /** Functions over columns that are computed above its results. */
      not: z.array(z.strictObject({ name: z.string(), why: z.string() })),
    }),
  ),
});

export type SqlCapabilities = z.infer<typeof sqlCapabilitiesSchema>;
