import { z } from 'zod';

const unseen = 'has characters that cannot be seen';

/** A name that a user gives to an object. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{C}*$/u, unseen);

/** A text that may be empty. */
export const shortText = z
  .string()
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, unseen);

export const longText = z
  .string()
  .max(4_000)
  .regex(/^[^\p{Cs}\0]*$/u, unseen);
