import { z } from 'zod';
import { dashboardConfigInputSchema, dashboardConfigSchema } from './dashboard-config.ts';
import { instant } from '../instant.ts';
import { pageInfoSchema } from '../page.ts';
import { reportSnapshotSchema } from './report-snapshot.ts';
import { resourceOwnerSchema } from './resource-owner.ts';
import { longText, shortText } from '../text.ts';

const status = z.enum(['draft', 'published', 'archived']);

/** A version of a dashboard, with everything it shows. */
export const dashboardSchema = z.strictObject({
  id: z.int(),
  deploymentId: z.int(),
  workbookId: z.int(),
  /** Id for addresses; the same for all versions. */
  publicId: z.string().regex(/^[0-9A-Za-z]{12}$/),
  title: z.string().nullable(),
  description: z.string().nullable(),
  status,
  versionId: z.int(),
  versionNumber: z.int().min(1),
  /** Whether viewers of embedded content may open it. */
  allowEmbed: z.boolean(),
  /** Id of the user who published it; absent for callers who may not see it. */
  createdBy: z.int().optional(),
  config: dashboardConfigSchema,
  reportSnapshots: z.array(reportSnapshotSchema),
  fromSharedWorkspace: z.boolean(),
});

/** Revision of a draft that a change was made on. */
export const draftRevision = z
  .string()
  .max(100)
  .describe(
    'draftRevision of the workbook that the change was made on: 409 when the draft is another one; absent: whatever it is',
  )
  .nullish();

export const publishDashboardInputSchema = z.object({
  /** Id of the workbook in the path. */
  workbookId: z.int().min(1),
  config: dashboardConfigInputSchema
    .describe(
      'The config to publish, which also becomes the draft; default: the present draft, and required when there is none',
    )
    .nullish(),
  dashboardId: z.int().min(1).nullish(),
  basedOn: draftRevision,
  title: shortText.nullish(),
  description: longText.nullish(),
});

export const dashboardEmbeddingInputSchema = z.object({ allowEmbed: z.boolean() });

/** A published version of a dashboard. */
export const dashboardVersionSchema = z.strictObject({
  /** The `versionId` of a dashboard. */
  id: z.int(),
  dashboardId: z.int(),
  versionNumber: z.int().min(1),
  status,
  title: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: instant,
  createdBy: z.int().nullable(),
  /** The user who published it; null when the user is deleted. */
  publishedBy: resourceOwnerSchema.nullable().optional(),
});

/** Newest first. */
export const dashboardVersionsSchema = z.strictObject({
  items: z.array(dashboardVersionSchema),
  pageInfo: pageInfoSchema,
});

/** The parts of a workbook to publish, and the way; without a config, its draft. */
export type Publishing = Omit<z.infer<typeof publishDashboardInputSchema>, 'workbookId'>;
export type WireDashboard = z.infer<typeof dashboardSchema>;
export type WireDashboardVersion = z.infer<typeof dashboardVersionSchema>;
