import { z } from 'zod';

/** Owner of an item, with the data that every user may see. */
export const resourceOwnerSchema = z.strictObject({
  id: z.int(),
  /** Email address; the username for users without one. */
  email: z.string(),
  firstName: z.string().nullable(),
  picture: z.string().nullable(),
});

export type WireResourceOwner = z.infer<typeof resourceOwnerSchema>;
