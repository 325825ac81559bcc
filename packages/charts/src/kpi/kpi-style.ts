import { format, longText, numberWithin, objectOf, oneOf, type Read, text, yes } from '../style/index.ts';

interface StackedBlock {
  /** Whether the block stands below the previous one; absent: next to it, as the layout says. */
  readonly isBelow?: boolean;
}

interface OfMeasure extends StackedBlock {
  /** Name of a column. */
  readonly measure: string;
}

/** A value of a row. */
export interface NumberBlock extends OfMeasure {
  readonly kind: 'number';
  /** Absent: the first row. */
  readonly row?: 'second' | 'last' | 'newest';
  /** Absent: the title of the measure and which row it is; empty: none. */
  readonly label?: string;
  /** A specifier of d3. */
  readonly format?: string;
  readonly size?: 'small' | 'large';
}

interface OfRow extends OfMeasure {
  /** Absent: that of the number before, else the first one. */
  readonly row?: 'first' | 'second' | 'last' | 'newest';
}

/** How much more or less it is than in another range, or than in the row before. */
export interface ComparisonBlock extends OfRow {
  readonly kind: 'comparison';
  /** Absent: in percent. */
  readonly shows?: 'absolute' | 'both';
  /** Absent: neither is good or bad. */
  readonly good?: 'more' | 'less';
}

/** How far a value of a row is on the way to a target. */
export interface ProgressBlock extends OfRow {
  readonly kind: 'progress';
  readonly form?: 'circle';
  readonly target?: number;
  /** Name of a column whose value of the same row is the target, in place of a number. */
  readonly targetMeasure?: string;
  readonly label?: string;
}

/** All values over time. */
interface SparklineBlock extends OfMeasure {
  readonly kind: 'sparkline';
  readonly form?: 'bars';
}

/** Text in Markdown. */
interface TextBlock extends StackedBlock {
  readonly kind: 'text';
  readonly text: string;
}

/** HTML with expressions over the rows. Its authors need not be trusted. */
interface HtmlBlock extends StackedBlock {
  readonly kind: 'html';
  readonly template: string;
  /** Pixels. */
  readonly height?: number;
}

/** Stands for a block that cannot be read, whose place says so. */
interface UnreadableBlock extends StackedBlock {
  readonly kind: 'unreadable';
  /** Whether there are more blocks than are shown, beginning with this one. */
  readonly isBeyond?: boolean;
}

type ReadableBlock = NumberBlock | ComparisonBlock | ProgressBlock | SparklineBlock | TextBlock | HtmlBlock;
export type KpiBlock = ReadableBlock | UnreadableBlock;
/** The kinds of block that a user can add. */
export type KpiBlockKind = ReadableBlock['kind'];

export const kpiBlockKinds = [
  'number',
  'comparison',
  'progress',
  'sparkline',
  'text',
  'html',
] as const satisfies readonly KpiBlockKind[];

/** How blocks stand to each other. */
export interface KpiLayout {
  /** The direction of the layout; absent: blocks stand next to each other. */
  readonly direction?: 'column';
  readonly align?: 'center' | 'end' | 'stretch';
  readonly justify?: 'center' | 'end' | 'between';
  /** Pixels. */
  readonly gap?: number;
  /** Absent: they go on in the next line. */
  readonly wrap?: 'none';
}

/** The settings of KPIs that a user made. Absent: each measure with the value that it is compared with. */
export interface KpiStyle {
  readonly blocks?: readonly KpiBlock[];
  readonly layout?: KpiLayout;
}

/** Bounds of what is read of data of others. */
export const mostOfKpi = { blocks: 24, text: 5_000, template: 20_000, gap: 96, height: 600 };

const target = numberWithin(-1e15, 1e15);
const placed = { isBelow: yes };
const ofMeasure = { ...placed, measure: text };
const ofRow = { ...ofMeasure, row: oneOf('first', 'second', 'last', 'newest') };

type Readers = { readonly [Kind in KpiBlockKind]: Read<Extract<KpiBlock, { kind: Kind }>> };

const readers: Readers = {
  number: objectOf<NumberBlock>({
    ...ofMeasure,
    kind: oneOf('number'),
    row: oneOf('second', 'last', 'newest'),
    label: text,
    format,
    size: oneOf('small', 'large'),
  }),
  comparison: objectOf<ComparisonBlock>({
    ...ofRow,
    kind: oneOf('comparison'),
    shows: oneOf('absolute', 'both'),
    good: oneOf('more', 'less'),
  }),
  progress: objectOf<ProgressBlock>({
    ...ofRow,
    kind: oneOf('progress'),
    form: oneOf('circle'),
    target,
    targetMeasure: text,
    label: text,
  }),
  sparkline: objectOf<SparklineBlock>({ ...ofMeasure, kind: oneOf('sparkline'), form: oneOf('bars') }),
  text: objectOf<TextBlock>({ ...placed, kind: oneOf('text'), text: longText(mostOfKpi.text) }),
  html: objectOf<HtmlBlock>({
    ...placed,
    kind: oneOf('html'),
    template: longText(mostOfKpi.template),
    height: numberWithin(40, mostOfKpi.height),
  }),
};

/** The parts without which a block says nothing. */
const needed: Readonly<Record<KpiBlockKind, string>> = {
  ...{ number: 'measure', comparison: 'measure', progress: 'measure', sparkline: 'measure' },
  ...{ text: 'text', html: 'template' },
};

const placeOf = objectOf<StackedBlock>(placed);

function readBlock(value: unknown): KpiBlock {
  const given = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
  const kind = kpiBlockKinds.find((each) => each === given);
  const read = kind && readers[kind](value);
  return read && needed[read.kind] in read ? read : { ...placeOf(value), kind: 'unreadable' };
}

/** Reads each block for itself: one that cannot be read takes no other one with it. */
function readBlocks(value: unknown): readonly KpiBlock[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const blocks = value.slice(0, mostOfKpi.blocks).map(readBlock);
  return value.length > mostOfKpi.blocks ? [...blocks, { kind: 'unreadable', isBeyond: true }] : blocks;
}

const style = objectOf<KpiStyle>({
  blocks: readBlocks,
  layout: objectOf<KpiLayout>({
    direction: oneOf('column'),
    align: oneOf('center', 'end', 'stretch'),
    justify: oneOf('center', 'end', 'between'),
    gap: numberWithin(0, mostOfKpi.gap),
    wrap: oneOf('none'),
  }),
});

/**
 * Reads the settings of KPIs, which are untrusted data. Settings that cannot be read are left out; blocks that are left
 * out are reported.
 */
export function readKpiStyle(given: unknown): KpiStyle | undefined {
  return style(given);
}
