import { z } from 'zod';

/** UTC, with milliseconds. */
export const instant = z.iso.datetime();
