import { z } from 'zod';

const unseen = 'has characters that cannot be seen';

/** Embeds, overrides and isolates: what follows is shown in another order than it is written in. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/u;

/** Returns why a title is refused, or `undefined`. */
export function titleFault(title: string): string | undefined {
  return directionControls.test(title) ? 'has characters that change the direction of what follows' : undefined;
}

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
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, unseen)
  .refine((text) => titleFault(text) === undefined, { error: ({ input }) => titleFault(String(input)) });

export const longText = z
  .string()
  .max(4_000)
  .regex(/^[^\p{Cs}\0]*$/u, unseen);
