import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';
import { limit, offset } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { name } from '../text.ts';

const creationSteps = ['project', 'upload', 'schema', 'github', 'ssh', 'databases', 'ready', 'demo'] as const;

const creationStepSchema = z.enum(creationSteps);

export const deploymentSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The progress of the setup: `ready` for queries, `demo` for the one that comes with Orrery. */
  creationStep: creationStepSchema,
  /** URL of its Data API, without the base path; empty before its first build. */
  deploymentUrl: z.string(),
  rights: z.array(z.string()).describe('Rights of the caller on the deployment; none for viewers of embedded content'),
});

const count = z.int().min(0);

export const deploymentsSchema = z.strictObject({
  items: z.array(deploymentSchema),
  data: z.array(deploymentSchema).meta({ deprecated: true, description: 'Use items' }),
  pageInfo: pageInfoSchema,
  pagination: z.strictObject({ limit: count, offset: count, total: count }),
  count: count.meta({ deprecated: true, description: 'Use totalCount' }),
  totalCount: count.describe('Of all pages'),
});

const oneOrMany = <T extends z.ZodType>(schema: T) => z.union([schema.transform((one) => [one]), z.array(schema)]);

/** Pages by cursor, or by offset as before there were cursors. */
export const deploymentsQuerySchema = z.object({
  creationStep: oneOrMany(creationStepSchema).optional(),
  ...pageQuerySchema.shape,
  limit: limit.optional().describe('Number of items; default 20; not together with a cursor'),
  offset: offset.optional().describe('Number of items to skip; not together with a cursor'),
});

export const newDeploymentSchema = z.object({ name });

/** Absent fields stay as they are. */
export const deploymentUpdateSchema = z.object({ name: nullAsAbsent(name) });

export const deploymentTokenSchema = z.strictObject({ cubeApiToken: z.string() });

export type WireDeployment = z.infer<typeof deploymentSchema>;
export type WireDeployments = z.infer<typeof deploymentsSchema>;
export type DeploymentToken = z.infer<typeof deploymentTokenSchema>;
