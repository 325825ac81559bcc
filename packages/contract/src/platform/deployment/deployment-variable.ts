import { z } from 'zod';
import { instant } from '../instant.ts';

const mostChanges = 200;
const longestValue = 32_768;

/** A variable is shown without its value. */
const deploymentVariableSchema = z.strictObject({ name: z.string(), updatedAt: instant });

export const deploymentVariablesSchema = z.strictObject({ items: z.array(deploymentVariableSchema) });

/** The change of variables: named ones are set, or deleted where the value is null; the others stay. */
export const deploymentVariablesUpdateSchema = z.object({
  variables: z
    .array(z.object({ name: z.string(), value: z.string().max(longestValue).nullable() }))
    .min(1)
    .max(mostChanges),
});

export type WireDeploymentVariables = z.infer<typeof deploymentVariablesSchema>;
