import { z } from 'zod';
import { projectVersionSchema } from './project-version.ts';

const mostFiles = 2_000;
const longestPath = 1_000;
/** Letters of all variables together. */
const longestVariables = 1_000_000;

const fileHash = z.object({ hash: z.string().max(100).describe('SHA-1 of the file, hex') });
const transaction = z.object({ id: z.int().positive() });

/** Deployments that a project can be uploaded for. */
export const uploadTargetsSchema = z.array(z.strictObject({ id: z.int(), name: z.string() }));

/** The files that serve, by path. */
export const fileHashesSchema = z.record(z.string(), z.strictObject({ hash: z.string() }));

export const startedUploadSchema = z.strictObject({
  transaction: z.strictObject({ id: z.int() }),
  deploymentName: z.string(),
});

export const uploadedFileSchema = z.strictObject({ path: z.string(), bytes: z.int() });

export const finishUploadInputSchema = z.object({
  transaction,
  files: z
    .record(z.string().max(longestPath), fileHash)
    .refine((files) => Object.keys(files).length <= mostFiles, `are more than ${mostFiles}`)
    .describe('All files of the project, by path. Those that were not uploaded are those that serve now'),
});

export const finishedUploadSchema = z.strictObject({ version: projectVersionSchema });

/** The fields of a form that uploads a file, in addition to the file itself. */
export const uploadFieldsSchema = z.object({
  transaction: z.preprocess((text, context) => {
    try {
      return typeof text === 'string' ? JSON.parse(text) : text;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  }, transaction),
  fileName: z.string().min(1).max(longestPath),
});

export const uploadQuerySchema = z.object({
  live: z.never('Live previews are not served: upload to a deployment of its own').optional(),
});

export const setUploadVariablesQuerySchema = z.object({
  replaceEnv: z.enum(['true', 'false']).optional().describe('Whether variables that have a value get the new one'),
});

export const setUploadVariablesInputSchema = z.object({
  envVariables: z.string().max(longestVariables).describe('Values by name, as JSON'),
});

export const setUploadVariablesAnswerSchema = z.strictObject({
  set: z.array(z.string()).describe('Names that have a new value'),
});
