import { z } from 'zod';

/** Error answer of the Platform API. */
export const platformErrorSchema = z.strictObject({
  error: z.string(),
  /** The same text: clients look here first. */
  message: z.string(),
  statusCode: z.int(),
  /** All invalid fields, when fields of the request are invalid. */
  details: z
    .array(
      z.strictObject({
        path: z.string(),
        message: z.string(),
        /** Code of a problem of a query, as in the Data API. */
        code: z.string().optional(),
        hint: z.string().optional(),
      }),
    )
    .optional(),
  /** Id that finds a fault in the log. */
  requestId: z.string().optional(),
});

export type PlatformError = z.infer<typeof platformErrorSchema>;
