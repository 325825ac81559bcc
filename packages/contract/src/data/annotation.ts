import { z } from 'zod';

export const wireFormatSchema = z.union([
  z.string(),
  z.object({ type: z.literal('link'), label: z.string() }),
  z.object({ type: z.literal('custom-numeric'), value: z.string(), alias: z.string().optional() }),
  z.object({ type: z.literal('custom-time'), value: z.string() }),
]);

export const drillMembersGroupedSchema = z.object({ measures: z.array(z.string()), dimensions: z.array(z.string()) });

/**
 * Display metadata of one column. Segments have no `type`; only measures have drill members; only buckets have a
 * granularity.
 */
export const memberAnnotationSchema = z.object({
  title: z.string(),
  shortTitle: z.string(),
  description: z.string().optional(),
  type: z.string().optional(),
  format: wireFormatSchema.optional(),
  currency: z.string().optional(),
  meta: z.unknown().optional(),
  drillMembers: z.array(z.string()).optional(),
  drillMembersGrouped: drillMembersGroupedSchema.optional(),
  granularity: z
    .object({
      name: z.string(),
      title: z.string(),
      interval: z.string(),
      offset: z.string().optional(),
      origin: z.string().optional(),
    })
    .optional(),
});

export type MemberAnnotation = z.infer<typeof memberAnnotationSchema>;

const byName = z.record(z.string(), memberAnnotationSchema);

/** Keyed by column name: time buckets by `orders.created_at.day` and by `orders.created_at`. */
export const annotationSchema = z.object({
  measures: byName,
  dimensions: byName,
  segments: byName,
  timeDimensions: byName,
});

export type Annotation = z.infer<typeof annotationSchema>;
