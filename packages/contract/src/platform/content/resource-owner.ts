import { z } from 'zod';

/** Whose something is, as far as everybody may know. */
export const resourceOwnerSchema = z.strictObject({
  id: z.int(),
  /** The username where there is none. */
  email: z.string(),
  firstName: z.string().nullable(),
  picture: z.string().nullable(),
});

export type WireResourceOwner = z.infer<typeof resourceOwnerSchema>;
