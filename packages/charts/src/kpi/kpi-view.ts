import { type Column, type Row, titleOf } from '../column.ts';
import { exactValue, kpiValue } from '../format/index.ts';
import { toneTexts } from '../table/index.ts';
import { type ChangeText, type Difference, differenceOf } from './difference.ts';
import { type Compared, KpiSource, type WhichRow } from './kpi-source.ts';
import { progressOf } from './progress.ts';
import {
  type ComparisonBlock,
  type KpiBlock,
  type KpiLayout,
  type KpiStyle,
  type NumberBlock,
  type ProgressBlock,
  mostOfKpi,
} from './kpi-style.ts';

/** The comparison of a number, as texts. */
interface ShownComparison {
  /** The name of the comparison: another range, or two rows. */
  readonly label: string;
  readonly value: string;
  /** How much more or less it is; absent where that says nothing. */
  readonly change: string | undefined;
  readonly direction: 'up' | 'down' | 'same' | undefined;
  /** Whether that is good, as somebody has set it. */
  readonly tone?: 'good' | 'bad';
  /** The tone as a text, for people who cannot see the colour. It follows the change. */
  readonly toneText?: string;
}

/** A part of what numbers show, as texts and sizes. */
export type ShownBlock =
  | {
      readonly kind: 'number';
      /** Empty: none. */
      readonly label: string;
      /** The value in the format of the model, else in a compact one. */
      readonly value: string;
      /** The value with all digits. */
      readonly exact: string;
      readonly size: NumberBlock['size'];
    }
  | { readonly kind: 'comparison'; readonly all: readonly ShownComparison[] }
  | {
      readonly kind: 'progress';
      /** Empty: none. */
      readonly label: string;
      /** The name of the measure, for people who cannot see the chart. */
      readonly name: string;
      readonly percent: string;
      /** `310 of 500`. */
      readonly text: string;
      /** The share of the target that is reached; above 1 when the target is exceeded. */
      readonly share: number;
      readonly isCircle: boolean;
    }
  | { readonly kind: 'sparkline'; readonly trend: readonly (number | null)[]; readonly areBars: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'html'; readonly template: string; readonly height: number }
  /** Says why a part cannot be shown. */
  | { readonly kind: 'notice'; readonly text: string };

interface KpiView {
  /** Parts of one place stand below each other. */
  readonly places: readonly (readonly ShownBlock[])[];
  readonly layout: KpiLayout;
}

interface KpiInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly style?: KpiStyle | undefined;
  readonly locale?: string | undefined;
}

const usualHeight = 120;
const texts = {
  unreadable: 'This block cannot be read: its kind is unknown, or a part of it is missing or too long.',
  beyond: `Only the first ${mostOfKpi.blocks} blocks are shown.`,
  noColumn: (name: string) => `This answer has no column ${name}.`,
  noRow: 'This answer has no second row.',
  noNewest: 'No row is the newest: this answer needs one time dimension with a time.',
  noOther: 'There is nothing to compare with: no other range, and no row before.',
  noTarget: 'The target is no number above zero.',
  noTrend: 'A line over time needs one time dimension with 3 to 500 rows, and no other dimension.',
  against: (own: string, other: string) => (own === '' ? other : `${own} against ${other}`),
  of: (value: string, target: string) => `${value} of ${target}`,
} as const;

/** The numbers of an answer as they were set, or each measure with what it is compared with. */
export function kpiView({ columns, rows, style, locale }: KpiInput): KpiView {
  const source = new KpiSource(columns, rows, locale);
  const blocks = style?.blocks ?? usualBlocks(columns, rows);
  const places: ShownBlock[][] = [];
  let row: WhichRow = 'first';
  for (const block of blocks) {
    if (block.kind === 'number') row = block.row ?? 'first';
    const shown = shownBlock(block, { source, locale, row });
    const last = places.at(-1);
    if (block.isBelow && last) last.push(shown);
    else places.push([shown]);
  }
  return { places, layout: style?.layout ?? {} };
}

/** Makes the default blocks, which a user who configures blocks starts from. Over time they show the newest row. */
export function usualBlocks(columns: readonly Column[], rows: readonly Row[]): readonly KpiBlock[] {
  const source = new KpiSource(columns, rows, undefined);
  const row = source.usual;
  return source.measures.flatMap((column): readonly KpiBlock[] => {
    const measure = column.name;
    return [
      { kind: 'number', measure, ...(row === 'newest' ? { row } : {}) },
      ...(source.comparedWith(column, row).length > 0 ? [{ kind: 'comparison', measure, isBelow: true } as const] : []),
      ...(source.trendOf(column) ? [{ kind: 'sparkline', measure, isBelow: true } as const] : []),
    ];
  });
}

interface KpiContext {
  readonly source: KpiSource;
  readonly locale: string | undefined;
  /** The row of the previous number, or of the block where the block names a row. */
  readonly row: WhichRow;
}

function shownBlock(block: KpiBlock, context: KpiContext): ShownBlock {
  if (block.kind === 'text') return { kind: 'text', text: block.text };
  if (block.kind === 'html') return { kind: 'html', template: block.template, height: block.height ?? usualHeight };
  if (block.kind === 'unreadable') return notice(block.isBeyond ? texts.beyond : texts.unreadable);
  const { source } = context;
  const column = source.column(block.measure);
  if (!column) return notice(texts.noColumn(block.measure));
  if (block.kind !== 'sparkline') {
    const row = block.row ?? context.row;
    if (row === 'second' && !source.hasRow(row)) return notice(texts.noRow);
    if (row === 'newest' && source.hasRow('first') && !source.hasRow(row)) return notice(texts.noNewest);
    if (block.kind === 'number') return shownNumber(block, column, { ...context, row });
    if (block.kind === 'comparison') return shownComparison(block, column, { ...context, row });
    return shownProgress(block, column, { ...context, row });
  }
  const trend = source.trendOf(column);
  return trend ? { kind: 'sparkline', trend, areBars: block.form === 'bars' } : notice(texts.noTrend);
}

const notice = (text: string): ShownBlock => ({ kind: 'notice', text });

const nameOf = (column: Column, row: string): string => (row === '' ? titleOf(column) : `${titleOf(column)}, ${row}`);

function shownNumber(block: NumberBlock, column: Column, { source, locale, row }: KpiContext): ShownBlock {
  const { label, format, size } = block;
  const value = source.value(column, row);
  const written: Column =
    format === undefined ? column : { ...column, format: { type: 'custom-numeric', value: format } };
  return {
    kind: 'number',
    label: label ?? nameOf(column, source.labelOf(row)),
    value: kpiValue(value, written, locale),
    exact: exactValue(value, column, locale),
    size,
  };
}

function shownComparison(block: ComparisonBlock, column: Column, { source, locale, row }: KpiContext): ShownBlock {
  const others = source.comparedWith(column, row);
  if (others.length === 0) return notice(texts.noOther);
  const all = others.map(({ label, value, isAlike }: Compared): ShownComparison => {
    const difference = isAlike ? differenceOf(source.value(column, row), value, column, locale) : undefined;
    const change = changeOf(block.shows, difference);
    const direction = change?.direction;
    const tone = toneOf(block.good, direction);
    return {
      label: texts.against(source.labelOf(row), label),
      value: kpiValue(value, column, locale),
      change: change?.text,
      direction,
      ...(tone ? { tone, toneText: toneTexts[tone === 'good' ? 'positive' : 'negative'] } : {}),
    };
  });
  return { kind: 'comparison', all };
}

/** The change as it is shown, which says whether it is one: what is too little in percent may be seen in its unit. */
function changeOf(
  shows: ComparisonBlock['shows'],
  difference: Difference | undefined,
): Partial<ChangeText> | undefined {
  if (!difference) return undefined;
  const { percent, absolute } = difference;
  if (shows === undefined) return percent ?? { direction: absolute.direction };
  return shows === 'both' && percent ? { ...absolute, text: `${absolute.text} (${percent.text})` } : absolute;
}

function toneOf(good: ComparisonBlock['good'], direction: ShownComparison['direction']): 'good' | 'bad' | undefined {
  if (good === undefined || (direction !== 'up' && direction !== 'down')) return undefined;
  return (direction === 'up') === (good === 'more') ? 'good' : 'bad';
}

function shownProgress(block: ProgressBlock, column: Column, { source, locale, row }: KpiContext): ShownBlock {
  const { target, targetMeasure, form, label } = block;
  const other = targetMeasure === undefined ? undefined : source.column(targetMeasure);
  if (targetMeasure !== undefined && !other) return notice(texts.noColumn(targetMeasure));
  const goal = other ? source.value(other, row) : target;
  const value = source.value(column, row);
  const progress = progressOf(value, goal, locale);
  if (!progress) return notice(texts.noTarget);
  const name = nameOf(column, source.labelOf(row));
  return {
    kind: 'progress',
    label: label ?? name,
    name: label || name,
    ...progress,
    text: texts.of(kpiValue(value, column, locale), kpiValue(goal, other ?? column, locale)),
    isCircle: form === 'circle',
  };
}
