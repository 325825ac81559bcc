import { z } from 'zod';
import { connectQuestionSchema } from './connect.ts';
import { number } from '../../number.ts';

/** The code that a device shows: eight letters, in any case, with or without the dash. */
const userCode = z.string().min(1).max(64);

export const deviceRequestSchema = z.object({ userCode });

export const deviceApprovalSchema = z.object({
  userCode,
  isAllowed: z.boolean(),
  deploymentIds: z
    .array(number)
    .min(1)
    .max(1_000)
    .describe('null: all deployments, also later ones; of no meaning where the request is denied')
    .nullable(),
});

/** The request of a device without a browser. */
export const deviceQuestionSchema = connectQuestionSchema.pick({
  client: true,
  scopes: true,
  user: true,
  deployments: true,
  resource: true,
});

export type DeviceQuestion = z.infer<typeof deviceQuestionSchema>;
