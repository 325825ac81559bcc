import type { JsonObject } from '@orrery/kernel';
import { type ColumnFormatOverride, columnFormatOverrideSchema, reportSnapshotKinds } from '@orrery/contract';
import type { ReportSnapshotTable } from '@orrery/store';
import { fieldOf, oneOf, optionalJson, readFields, type ValuesOf, writeFields } from '../item/index.ts';
import { readSnapshotQuestion, type StoredQuestion, withoutQuery, writeSnapshotQuestion } from '../query/index.ts';
import type { SnapshotRow } from './dashboard-store.ts';

const fieldIn = fieldOf<ReportSnapshotTable>();

const frozenFields = {
  name: fieldIn('name'),
  title: fieldIn('title'),
  description: fieldIn('description'),
  kind: fieldIn('kind', oneOf(reportSnapshotKinds)),
  spec: fieldIn('spec', optionalJson<string | JsonObject>()),
  preferences: fieldIn(
    'preferences',
    optionalJson<{ readonly columnFormats: Readonly<Record<string, ColumnFormatOverride>> }>(),
  ),
};

/** A report as it is copied when a dashboard is published. */
export interface FrozenReport extends ValuesOf<typeof frozenFields> {
  readonly question: StoredQuestion | null;
  readonly meta: JsonObject;
}

export interface FreezableReport extends Pick<FrozenReport, 'name' | 'title' | 'description' | 'question'> {
  readonly meta: JsonObject | null;
}

/** Copies a report for a version of a dashboard. Unknown entries of `meta` stay in `meta`. */
export function freezeReport({ name, title, description, question, meta: kept }: FreezableReport): FrozenReport {
  const meta = withoutQuery(kept ?? {});
  return { name, title, description, question, ...visualizationIn(meta), meta, preferences: preferencesIn(meta) };
}

export function readFrozen(row: SnapshotRow): FrozenReport {
  return { ...readFields(frozenFields, row), ...readSnapshotQuestion(row) };
}

export function writeFrozen({ question, meta, ...frozen }: FrozenReport) {
  return { ...writeFields(frozenFields, frozen), ...writeSnapshotQuestion(question, meta) };
}

/** Builds a report from its copy. */
export function thawReport({ name, title, description, question, meta }: FrozenReport): FreezableReport {
  return { name, title, description, question, meta: withoutQuery(meta) };
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
