import { z } from 'zod';

/** Every answer of the Platform API that is no success. */
export const platformErrorSchema = z.strictObject({
  error: z.string(),
  /** The same text: clients look here first. */
  message: z.string(),
  statusCode: z.int(),
  /** All of them, when fields of the request are what is wrong. */
  details: z
    .array(
      z.strictObject({
        path: z.string(),
        message: z.string(),
        /** Of what is wrong with a query: as the Data API has it. */
        code: z.string().optional(),
        hint: z.string().optional(),
      }),
    )
    .optional(),
  /** Of faults, to find them in the log. */
  requestId: z.string().optional(),
});

export type PlatformError = z.infer<typeof platformErrorSchema>;
