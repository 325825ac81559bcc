import type { JsonObject } from '@orrery/kernel';
import {
  type ColumnFormatOverride,
  columnFormatOverrideSchema,
  reportSnapshotKinds,
  type ShownSourceQuery,
} from '@orrery/contract';
import type { ReportSnapshotTable } from '@orrery/store';
import { fieldOf, json, oneOf, optionalJson, type ValuesOf } from '../item/index.ts';

const fieldIn = fieldOf<ReportSnapshotTable>();
const object = json<JsonObject>();

/** The fields of a report that are copied when a dashboard is published. */
export const frozenReport = {
  name: fieldIn('name'),
  title: fieldIn('title'),
  description: fieldIn('description'),
  kind: fieldIn('kind', oneOf(reportSnapshotKinds)),
  spec: fieldIn('spec', optionalJson<string | JsonObject>()),
  sqlQuery: fieldIn('sql_query'),
  sourceQuery: fieldIn('source_query', optionalJson<ShownSourceQuery>()),
  /** Contains the JSON query as `jsonQuery`, a text, so that its numbers keep their digits. */
  meta: fieldIn('meta', {
    read: (stored): JsonObject => (stored === null ? {} : object.read(stored)),
    write: object.write,
  }),
  preferences: fieldIn(
    'preferences',
    optionalJson<{ readonly columnFormats: Readonly<Record<string, ColumnFormatOverride>> }>(),
  ),
};

export type FrozenReport = ValuesOf<typeof frozenReport>;

export interface FreezableReport
  extends Pick<FrozenReport, 'name' | 'title' | 'description' | 'sqlQuery' | 'sourceQuery'> {
  readonly jsonQuery: string | null;
  readonly meta: JsonObject | null;
}

/** Copies a report for a version of a dashboard. Unknown entries of `meta` stay in `meta`. */
export function freezeReport({ jsonQuery, meta, ...report }: FreezableReport): FrozenReport {
  const { jsonQuery: _, ...said } = meta ?? {};
  const { name, title, description, sqlQuery, sourceQuery } = report;
  return {
    name,
    title,
    description,
    sqlQuery,
    sourceQuery,
    ...visualizationIn(said),
    meta: jsonQuery === null ? said : { ...said, jsonQuery },
    preferences: preferencesIn(said),
  };
}

/** Builds a report from its copy. */
export function thawReport({ name, title, description, sqlQuery, sourceQuery, meta }: FrozenReport): FreezableReport {
  const { jsonQuery, ...said } = meta;
  return {
    name,
    title,
    description,
    sqlQuery,
    sourceQuery,
    jsonQuery: typeof jsonQuery === 'string' ? jsonQuery : null,
    meta: said,
  };
}

function visualizationIn({ visualization }: JsonObject): Pick<FrozenReport, 'kind' | 'spec'> {
  if (!isObject(visualization)) return { kind: null, spec: null };
  const { kind, spec } = visualization;
  return {
    kind: reportSnapshotKinds.find((known) => known === kind) ?? null,
    spec: typeof spec === 'string' || isObject(spec) ? spec : null,
  };
}

function preferencesIn({ preferences }: JsonObject): FrozenReport['preferences'] {
  if (!isObject(preferences) || !isObject(preferences.columnFormats)) return null;
  const formats = Object.entries(preferences.columnFormats).flatMap(([column, format]) => {
    const { data } = columnFormatOverrideSchema.safeParse(format);
    return data ? [[column, data] as const] : [];
  });
  return { columnFormats: Object.fromEntries(formats) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
