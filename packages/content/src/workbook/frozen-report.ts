import { type ColumnFormatOverride, columnFormatOverrideSchema, reportSnapshotKinds } from '@orrery/contract';

type JsonObject = Readonly<Record<string, unknown>>;

/** The fields of a report that are copied when a dashboard is published. */
export interface FrozenReport {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly kind: (typeof reportSnapshotKinds)[number] | null;
  readonly spec: string | JsonObject | null;
  readonly sqlQuery: string | null;
  /** Contains the JSON query as `jsonQuery`, a text, so that its numbers keep their digits. */
  readonly meta: JsonObject;
  readonly preferences: { readonly columnFormats: Readonly<Record<string, ColumnFormatOverride>> } | null;
}

export interface FreezableReport extends Pick<FrozenReport, 'name' | 'title' | 'description' | 'sqlQuery'> {
  readonly jsonQuery: string | null;
  readonly meta: JsonObject | null;
}

/** Copies a report for a version of a dashboard. Unknown entries of `meta` stay in `meta`. */
export function freezeReport({ jsonQuery, meta, ...report }: FreezableReport): FrozenReport {
  const { jsonQuery: _, ...said } = meta ?? {};
  const { name, title, description, sqlQuery } = report;
  return {
    name,
    title,
    description,
    sqlQuery,
    ...visualizationIn(said),
    meta: jsonQuery === null ? said : { ...said, jsonQuery },
    preferences: preferencesIn(said),
  };
}

/** Builds a report from its copy. */
export function thawReport({ name, title, description, sqlQuery, meta }: FrozenReport): FreezableReport {
  const { jsonQuery, ...said } = meta;
  return {
    name,
    title,
    description,
    sqlQuery,
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
