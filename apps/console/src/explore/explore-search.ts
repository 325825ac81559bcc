import {
  type ChartStyle,
  type ChartType,
  chartTypes,
  type KpiStyle,
  type MapStyle,
  readChartStyle,
  readKpiStyle,
  readMapStyle,
  readTableStyle,
  type TableStyle,
} from '@orrery/charts';
import type { Query } from '@orrery/client/data';
import type { CalculatedField } from '../model/calculated-fields.ts';
import { readCalculatedFields } from '../model/read-calculated-fields.ts';
import { isRecord } from '../model/record.ts';
import { inOneForm } from './query/fields.ts';

export const tabs = ['chart', 'table', 'sql', 'why', 'code'] as const;
export type ExploreTab = (typeof tabs)[number];

const ownKinds = ['kpi', 'map', 'html', 'custom'] as const;
export const shownKinds = [...ownKinds, ...chartTypes] as const;
export type ShownKind = ChartType | (typeof ownKinds)[number];

/**
 * An exploration, as it stands in the address: every user who opens the address sees the same query, with the rows that
 * the user may see.
 */
export interface ExploreSearch {
  /** Absent: the first one. */
  readonly deployment?: number | undefined;
  /** A saved one, as it was when nothing else stands in the address. */
  readonly report?: number | undefined;
  readonly view?: string | undefined;
  readonly q?: Query | undefined;
  /** A statement over the model that cannot be written as a query. It runs in place of the query. */
  readonly sql?: string | undefined;
  /** Columns that are computed from those of the query. */
  readonly calculated?: readonly CalculatedField[] | undefined;
  /** Dimensions whose values stand side by side in the table. */
  readonly pivot?: readonly string[] | undefined;
  /** The chart that was chosen; absent: what fits. */
  readonly kind?: ShownKind | undefined;
  /** The style that was set for the chart by hand. */
  readonly style?: ChartStyle | undefined;
  /** The template of a chart of HTML. */
  readonly html?: string | undefined;
  /** A spec that somebody wrote in place of the chart, as JSON text. */
  readonly spec?: string | undefined;
  /** Settings of numbers that stand alone. */
  readonly kpi?: KpiStyle | undefined;
  readonly map?: MapStyle | undefined;
  /** The style that was set for the table by hand; its formats are those of the chart, too. */
  readonly table?: TableStyle | undefined;
  /** The one that is open; absent: the chart. */
  readonly tab?: ExploreTab | undefined;
}

/** Reads the parameters of an address, which are untrusted. Parameters that cannot be read are left out. */
export function readExploreSearch(given: Readonly<Record<string, unknown>>): ExploreSearch {
  const { deployment, report, view, q, sql, pivot, kind, html, spec, tab } = given;
  const calculated = readCalculatedFields(given['calculated']);
  const style = readChartStyle(given['style']);
  const kpi = readKpiStyle(given['kpi']);
  const map = readMapStyle(given['map']);
  const table = readTableStyle(given['table']);
  const shown = shownKinds.find((each) => each === kind);
  return {
    ...(isNumber(deployment) ? { deployment } : {}),
    ...(isNumber(report) ? { report } : {}),
    ...(typeof view === 'string' ? { view } : {}),
    ...(isQuery(q) ? { q: inOneForm(q) } : {}),
    ...(typeof sql === 'string' && sql.trim() !== '' ? { sql } : {}),
    ...(calculated ? { calculated } : {}),
    ...(areTexts(pivot) && pivot.length > 0 ? { pivot } : {}),
    ...(shown ? { kind: shown } : {}),
    ...(style ? { style } : {}),
    ...(typeof html === 'string' ? { html } : {}),
    ...(typeof spec === 'string' && spec.trim() !== '' ? { spec } : {}),
    ...(kpi ? { kpi } : {}),
    ...(map ? { map } : {}),
    ...(table ? { table } : {}),
    ...(tabs.some((each) => each === tab && each !== 'chart') ? { tab: tab as ExploreTab } : {}), // one of the list
  };
}

/** The longest state that addresses carry; servers and proxies refuse much longer ones. */
const longestInAddress = 6_000;

const longParts = ['q', 'sql', 'calculated', 'style', 'html', 'spec', 'kpi', 'map', 'table'] as const;

/** Splits what an address may be too short for from the rest. Letters of most languages take six or more signs in it. */
export function partsForAddress(search: ExploreSearch) {
  const kept = Object.fromEntries(longParts.map((key) => [key, search[key]]));
  const rest = Object.fromEntries(Object.entries(search).filter(([key]) => !(key in kept)));
  return { kept, rest, isTooLong: encodeURIComponent(JSON.stringify(Object.values(kept))).length > longestInAddress };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  measures: areTexts,
  dimensions: areTexts,
  segments: areTexts,
  filters: areFilters,
  timeDimensions: (value) => Array.isArray(value) && value.every(isTimeDimension),
  order: isOrder,
  limit: isCount,
  offset: isCount,
  timezone: isText,
};

/** Whether a value can be edited as a query. The server says what else is wrong with it. */
export function isQuery(value: unknown): value is Query {
  if (!isRecord(value)) return false;
  return Object.entries(checks).every(([key, check]) => value[key] === undefined || check(value[key]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Both forms of the wire: names with their directions, or pairs of the two. */
function isOrder(value: unknown): boolean {
  const pairs: readonly unknown[] = Array.isArray(value) ? value : isRecord(value) ? Object.entries(value) : [value];
  return pairs.every((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) return false;
    const [name, direction] = pair as readonly unknown[];
    return isText(name) && (direction === 'asc' || direction === 'desc');
  });
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isTimeDimension(value: unknown): boolean {
  if (!isRecord(value) || !isText(value['dimension'])) return false;
  const { granularity, dateRange, compareDateRange } = value;
  const isCompared = Array.isArray(compareDateRange) && compareDateRange.length > 0 && compareDateRange.every(isRange);
  return (
    (granularity === undefined || isText(granularity)) &&
    (dateRange === undefined || isRange(dateRange)) &&
    (compareDateRange === undefined || isCompared)
  );
}

/** A phrase, or days: one, or from one to another. */
function isRange(value: unknown): boolean {
  return isText(value) || (areTexts(value) && (value.length === 1 || value.length === 2));
}

/** Filters of a member, and groups of filters, whatever else is wrong with them. */
function areFilters(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((each: unknown) => {
    if (!isRecord(each)) return false;
    if ('or' in each) return areFilters(each['or']);
    if ('and' in each) return areFilters(each['and']);
    const { member, dimension, operator, values } = each;
    const isNamed = isText('member' in each ? member : dimension) && isText(operator);
    return isNamed && (values === undefined || (Array.isArray(values) && values.every(isFilterValue)));
  });
}

function isFilterValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
