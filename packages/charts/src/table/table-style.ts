import type { Column, Row, Value } from '../column.ts';
import { type FormatOverride, readDecimal, withOverride } from '../format/index.ts';
import { listOf, numberWithin, objectOf, oneOf, recordOf, yes } from '../style/index.ts';

/** Marks values of a column that are above, below or at a number. */
export interface CellRule {
  readonly when: 'above' | 'below' | 'equal';
  readonly value: number;
  readonly tone: 'positive' | 'warning' | 'negative';
}

export interface ColumnStyle {
  readonly isHidden?: boolean;
  /** Stays at the beginning of each row. */
  readonly isPinned?: boolean;
  /** Pixels. */
  readonly width?: number;
  readonly format?: FormatOverride;
  /** `link`: addresses lead there. `bar`: numbers have a bar behind them, `scale`: a shade. */
  readonly display?: 'link' | 'bar' | 'scale';
  readonly rules?: readonly CellRule[];
}

/** The settings of a table that a user made, by names of columns. */
export interface TableStyle {
  readonly columns?: Readonly<Record<string, ColumnStyle>>;
  /** A row with the measures of everything that was asked for. */
  readonly hasTotals?: boolean;
}

const rule = objectOf<CellRule>({
  when: oneOf('above', 'below', 'equal'),
  value: numberWithin(-1e15, 1e15),
  tone: oneOf('positive', 'warning', 'negative'),
});

const style = objectOf<TableStyle>({
  columns: recordOf(
    objectOf<ColumnStyle>({
      isHidden: yes,
      isPinned: yes,
      width: numberWithin(48, 1_000),
      format: (value) => {
        const read = objectOf<FormatOverride>({
          type: oneOf('currency', 'percent', 'number'),
          decimalPlaces: numberWithin(0, 20),
        })(value);
        return read?.type === undefined ? undefined : read;
      },
      display: oneOf('link', 'bar', 'scale'),
      rules: listOf((value) => {
        const read = rule(value);
        return read?.when && read.tone && read.value !== undefined ? read : undefined;
      }, 5),
    }),
  ),
  hasTotals: yes,
});

/** Reads the settings of a table, which are untrusted data. Settings that cannot be read are left out. */
export function readTableStyle(given: unknown): TableStyle | undefined {
  return style(given);
}

export function columnStyleOf({ columns }: TableStyle, name: string): ColumnStyle {
  return (columns && Object.hasOwn(columns, name) ? columns[name] : undefined) ?? {};
}

/** Columns in the formats that were chosen for them. */
export function formattedColumns<C extends Column>(columns: readonly C[], table: TableStyle | undefined): readonly C[] {
  if (!table?.columns) return columns;
  return columns.map((column) => withOverride(column, columnStyleOf(table, column.name).format));
}

export interface StyledColumns {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** How many of the first columns stay in sight. */
  readonly pinned: number;
}

/**
 * The columns that a table shows, those that stay in sight first.
 *
 * @param styleOf of a column that may be a pivoted one
 */
export function styledColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  styleOf: (column: Column) => ColumnStyle,
): StyledColumns {
  const all = columns.map((column, index) => ({ index, style: styleOf(column) }));
  const shown = all.filter(({ style: { isHidden } }) => !isHidden);
  const first = shown.filter(({ style: { isPinned } }) => isPinned);
  const order = [...first, ...shown.filter(({ style: { isPinned } }) => !isPinned)].map(({ index }) => index);
  if (order.length === columns.length && order.every((index, at) => index === at))
    return { columns, rows, pinned: first.length };
  return {
    columns: order.flatMap((index) => columns[index] ?? []),
    rows: rows.map((row) => order.map((index) => row[index])),
    pinned: first.length,
  };
}

/** How a cell looks besides its text. */
export interface CellLook {
  /** Where it leads. */
  readonly link?: string;
  /** Size of the value between 0 and the largest of its column, from 0 to 1, and the form it is drawn in. */
  readonly size?: { readonly share: number; readonly isNegative: boolean; readonly form: 'bar' | 'scale' };
  readonly tone?: CellRule['tone'];
}

const plain: CellLook = {};

/** Makes the function that says how values of a column look. Values are all of the column, for the largest of them. */
export function cellLookOf(column: Column, values: Iterable<Value>, set: ColumnStyle): (value: Value) => CellLook {
  const { display, rules = [] } = set;
  const isModelled = typeof column.format === 'object' && column.format.type === 'link';
  if (column.type !== 'number') {
    if (display !== 'link' && !isModelled && column.format !== 'link') return () => plain;
    return (value) => {
      const link = typeof value === 'string' ? linkIn(value) : undefined;
      return link === undefined ? plain : { link };
    };
  }
  const form = display === 'bar' || display === 'scale' ? display : undefined;
  if (form === undefined && rules.length === 0) return () => plain;
  let largest = 0;
  if (form) for (const value of values) largest = Math.max(largest, Math.abs(numberOf(value) ?? 0));
  return (value) => {
    const number = numberOf(value);
    if (number === undefined) return plain;
    const met = rules.find((each) => isMet(each, number));
    return {
      ...(form && largest > 0 ? { size: { share: Math.abs(number) / largest, isNegative: number < 0, form } } : {}),
      ...(met ? { tone: met.tone } : {}),
    };
  };
}

function isMet({ when, value }: CellRule, number: number): boolean {
  if (when === 'equal') return number === value;
  return when === 'above' ? number > value : number < value;
}

function numberOf(value: Value): number | undefined {
  const number = readDecimal(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Only addresses of pages are links: no scripts, and no text that merely contains one. */
function linkIn(text: string): string | undefined {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || text.length > 2_000) return undefined;
  return URL.parse(text)?.href;
}
