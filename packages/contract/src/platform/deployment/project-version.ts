import { z } from 'zod';
import { instant } from '../instant.ts';
import { pageInfoSchema } from '../page.ts';

const longestMessage = 500;
const count = z.int().min(0);

/** A project that was uploaded for a deployment; it never changes. */
export const projectVersionSchema = z.strictObject({
  id: z.int(),
  deploymentId: z.int(),
  createdAt: instant,
  createdBy: z.int().nullable().describe('The user who uploaded it, unless deleted'),
  message: z.string().nullable(),
  sha256: z.string().describe('Of the archive as it was uploaded, hex'),
  archiveBytes: count,
  fileCount: count,
  bytes: count.describe('Of all files, unpacked'),
  isActive: z.boolean().describe('Whether it is the version that serves'),
});

export const projectVersionsSchema = z.strictObject({
  items: z.array(projectVersionSchema),
  pageInfo: pageInfoSchema,
});

/** A problem that prevents a version from serving, or a notice for its author. */
export const projectProblemSchema = z.strictObject({
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  /** Code of a problem of the model. */
  code: z.string().optional(),
  message: z.string(),
  hint: z.string().optional(),
});

/** Findings of `orrery check` for a version, with the current variables and data sources of the deployment. */
export const projectCheckSchema = z.strictObject({
  isValid: z.boolean().describe('Whether the version can be activated'),
  problems: z.array(projectProblemSchema),
  notices: z.array(projectProblemSchema),
  counts: z.strictObject({ cubes: count, views: count, members: count }),
});

export const uploadedProjectVersionSchema = z.strictObject({
  version: projectVersionSchema,
  check: projectCheckSchema,
});

export const newProjectVersionQuerySchema = z.object({
  message: z.string().max(longestMessage).optional().describe('Description of the version'),
});

export type WireProjectVersion = z.infer<typeof projectVersionSchema>;
export type WireProjectVersions = z.infer<typeof projectVersionsSchema>;
export type WireProjectCheck = z.infer<typeof projectCheckSchema>;
export type WireUploadedProjectVersion = z.infer<typeof uploadedProjectVersionSchema>;
