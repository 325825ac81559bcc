import { z } from 'zod';

/** A field that may be left out: clients that write `null` for what they do not give have not given it either. */
export function nullAsAbsent<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}
