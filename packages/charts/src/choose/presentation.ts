import { type Column, granularityOf, isAdditive, isMeasure, isTime, type Row, type Value } from '../column.ts';
import { formatterOf, readDecimal, specifierOf } from '../format/index.ts';
import { type ChartStyle, pickColumns } from '../style/index.ts';
import type { ChartType } from './chart-type.ts';

/** How an answer is shown. A chart without a type is drawn from the spec of its report. */
export type Presentation =
  | { readonly kind: 'table' }
  | { readonly kind: 'kpi' }
  | { readonly kind: 'chart'; readonly type?: ChartType }
  /** HTML with expressions over the rows. Its authors need not be trusted. */
  | { readonly kind: 'html'; readonly template: string | undefined }
  /** Points or regions, as the spec of the report says. */
  | { readonly kind: 'map' };

export interface PresentationInput {
  /** The presentation that the report sets: `vega`, `table`, `kpi`, `html`, `map`, or none. */
  readonly kind?: string | undefined;
  /** The spec of the report, where it has one. */
  readonly spec?: unknown;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The settings of a chart that a user made by hand. */
  readonly style?: ChartStyle | undefined;
}

const table: Presentation = { kind: 'table' };
const kpi: Presentation = { kind: 'kpi' };

/** Decides how an answer is shown: as its report says, else by the shape of the answer. */
export function presentationOf({ kind, spec, columns, rows, style }: PresentationInput): Presentation {
  if (kind === 'table' || kind === 'kpi' || kind === 'map') return { kind };
  if (kind === 'html') return { kind, template: templateIn(spec) };
  if (isSpec(spec)) return { kind: 'chart' };
  const picked = pickColumns(columns, rows, style);
  return chooseChart(picked.columns, picked.rows);
}

/** The template of a chart of HTML, whose spec may be just that. */
export function templateIn(spec: unknown): string | undefined {
  if (typeof spec === 'string') return spec;
  const template = typeof spec === 'object' && spec !== null ? Reflect.get(spec, 'template') : undefined;
  return typeof template === 'string' ? template : undefined;
}

const isSpec = (spec: unknown): boolean =>
  typeof spec === 'string'
    ? spec.trim() !== ''
    : typeof spec === 'object' && spec !== null && Object.keys(spec).length > 0;

export const most = {
  marks: 5_000,
  kpis: 6,
  buckets: 6,
  bars: 7,
  letters: 12,
  parts: 8,
  cells: 40,
  lines: 200,
  groups: 3,
};

/** Picks the chart that fits the shape of an answer; a table where none does. */
export function chooseChart(columns: readonly Column[], rows: readonly Row[]): Presentation {
  const shape = shapeOf(columns, rows);
  const { dimensions, measures } = shape;
  if (rows.length === 0 || measures.length === 0) return table;
  if (dimensions.length === 0) return rows.length === 1 && measures.length <= most.kpis ? kpi : scatterOrTable(shape);
  if (dimensions.length > 2 || rows.length * measures.length > most.marks) return table;
  if (measures.some(({ column }) => unitOf(column) !== unitOf(measures[0]?.column))) return scatterOrTable(shape);
  return dimensions.length === 1 ? ofOneDimension(shape) : ofTwoDimensions(shape);
}

interface ChartMember {
  readonly column: Column;
  readonly values: readonly Value[];
}

interface ResultShape {
  readonly dimensions: readonly ChartMember[];
  readonly measures: readonly ChartMember[];
}

function shapeOf(columns: readonly Column[], rows: readonly Row[]): ResultShape {
  const members = columns.map((column, index) => ({ column, values: rows.map((row) => row[index]) }));
  return {
    measures: members.filter(({ column }) => isMeasure(column)),
    dimensions: members.filter(({ column }) => !isMeasure(column)),
  };
}

function ofOneDimension({ dimensions, measures }: ResultShape): Presentation {
  const [[dimension], [measure]] = [dimensions, measures];
  if (!dimension || !measure) return table;
  const distinct = countOf(dimension);
  if (isTime(dimension.column)) {
    if (distinct === 1) return kpi;
    const areBars = measures.length === 1 && distinct <= most.buckets && isAdditive(measure.column);
    const isBucketed = granularityOf(dimension.column) !== undefined || distinct === dimension.values.length;
    return isBucketed ? { kind: 'chart', type: areBars ? 'grouped_bar' : 'line' } : table;
  }
  if (distinct < dimension.values.length) return measures.length === 2 ? { kind: 'chart', type: 'scatter' } : table;
  if (measures.length > most.groups) return table;
  const longest = formatterOf(dimension.column, { values: dimension.values });
  const isWide = distinct > most.bars || dimension.values.some((value) => longest(value).length > most.letters);
  return { kind: 'chart', type: isWide ? 'horizontal_grouped_bar' : 'grouped_bar' };
}

function ofTwoDimensions({ dimensions, measures }: ResultShape): Presentation {
  const [[first, second], [measure]] = [dimensions, measures];
  if (!first || !second || !measure || measures.length > 1) return table;
  if (new Set(first.values.map((value, row) => JSON.stringify([value, second.values[row]]))).size < first.values.length)
    return table; // a mark would stand for several rows
  const [time, other] = isTime(first.column) ? [first, second] : [second, first];
  if (isTime(time.column) && !isTime(other.column)) {
    return countOf(other) <= most.lines && countOf(time) > 1 ? { kind: 'chart', type: 'line' } : table;
  }
  const isNegative = measure.values.some((value) => (readDecimal(value)?.units ?? 0n) < 0n);
  if (countOf(second) <= most.parts && countOf(first) <= most.parts * 3 && isAdditive(measure.column) && !isNegative)
    return { kind: 'chart', type: 'stacked_bar' };
  if (countOf(second) <= 4 && countOf(first) <= most.parts) return { kind: 'chart', type: 'grouped_bar' };
  return countOf(first) <= most.cells && countOf(second) <= most.cells ? { kind: 'chart', type: 'heatmap' } : table;
}

function scatterOrTable({ dimensions, measures }: ResultShape): Presentation {
  const rows = measures[0]?.values.length ?? 0;
  const isScatter = measures.length === 2 && dimensions.length <= 1 && rows > 20 && rows <= most.marks;
  const isOverTime = dimensions.some(({ column }) => isTime(column));
  return isScatter && !isOverTime ? { kind: 'chart', type: 'scatter' } : table;
}

const countOf = ({ values }: ChartMember): number => new Set(values).size;

/** Measures of equal units can share an axis. */
export function unitOf(column: Column | undefined): string {
  if (!column) return '';
  const { type, symbol } = specifierOf(column);
  if (type === '%' || type === 'p') return 'percent';
  return symbol === '$' ? `money ${column.currency ?? ''}` : 'number';
}
