import { z } from 'zod';
import { shownSourceQuerySchema } from '../deployment/source-sql.ts';
import { freeForm } from '../free-form.ts';

export const reportSnapshotKinds = ['vega', 'table', 'kpi', 'html', 'map'] as const;

/** How numbers of a column are shown, whatever the model says. */
export const columnFormatOverrideSchema = z.strictObject({
  type: z.enum(['currency', 'percent', 'number']),
  decimalPlaces: z.int().nullish(),
});

export const reportSnapshotPreferencesSchema = z.strictObject({
  /** The formats by column. */
  columnFormats: z.record(z.string(), columnFormatOverrideSchema).nullish(),
});

/** A report as it was when a version of a dashboard was published. */
export const reportSnapshotSchema = z.strictObject({
  id: z.int(),
  /** Report that was copied; it may have changed since then, or be deleted. */
  reportId: z.int(),
  /** Number of the dashboard version that the snapshot belongs to. */
  versionNumber: z.int().min(1),
  name: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  kind: z.enum(reportSnapshotKinds).nullable(),
  /** Vega-Lite spec, as text or as an object, as the report had it. */
  spec: z.union([z.string(), freeForm]).nullable(),
  sqlQuery: z.string().nullable(),
  /** A statement in the SQL of a data source. */
  sourceQuery: shownSourceQuerySchema.nullable(),
  /** That of the report, and its JSON query, as text, as `jsonQuery`. */
  meta: freeForm,
  preferences: reportSnapshotPreferencesSchema.nullable(),
});

export type ReportSnapshot = z.infer<typeof reportSnapshotSchema>;
export type ColumnFormatOverride = z.infer<typeof columnFormatOverrideSchema>;
