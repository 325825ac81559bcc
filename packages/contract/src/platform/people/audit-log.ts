import { z } from 'zod';
import { instant } from '../instant.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { shortText } from '../text.ts';

const when = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/**
 * Filters of the list; an entry must match all of them. Unknown parameters are errors: ignoring a misspelt filter would
 * return entries that it excludes.
 */
const filter = {
  /** `[start, end)`; a date is its midnight in UTC. */
  start: when.optional(),
  end: when.optional(),
  search: shortText.optional(),
  eventName: shortText.optional(),
  userEmail: shortText.optional(),
};

export const auditExportQuerySchema = z.strictObject(filter);
export const auditQuerySchema = z.strictObject({ ...pageQuerySchema.shape, ...filter });

export const auditEntrySchema = z.strictObject({
  id: z.int(),
  timestamp: instant,
  event: z.string(),
  userEmail: z.string().nullable(),
  deploymentId: z.int().nullable(),
  ip: z.string().nullable(),
  attributes: z.record(z.string(), z.unknown()),
});

/** Newest first. */
export const auditLogSchema = z.strictObject({ items: z.array(auditEntrySchema), pageInfo: pageInfoSchema });

export type AuditQuery = z.infer<typeof auditExportQuerySchema>;
export type WireAuditEntry = z.infer<typeof auditEntrySchema>;
