import { z } from 'zod';

/** Whose API key asks. */
export const currentUserSchema = z.strictObject({
  id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  role: z.enum(['admin', 'developer', 'explorer', 'viewer']),
  isAdmin: z.boolean(),
});

export type CurrentUser = z.infer<typeof currentUserSchema>;
