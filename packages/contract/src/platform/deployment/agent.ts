import { z } from 'zod';

export const agentsQuerySchema = z.object({
  allowEmbedding: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('Only agents that viewers of embedded content may talk to, or only the others'),
});

/** An agent of the files of a deployment. */
export const agentSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  agentConfigName: z.string().describe('The name in the files'),
  agentSpace: z.strictObject({ id: z.int(), name: z.string() }),
  allowEmbedding: z.boolean(),
  chatUrl: z.string().describe('The address of its chats, below the server'),
});

export const agentsSchema = z.strictObject({ items: z.array(agentSchema) });

export const agentUpdateSchema = z.object({ allowEmbedding: z.boolean() });
