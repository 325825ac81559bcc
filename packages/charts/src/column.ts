/** A format as metadata of members has it; custom numeric formats are d3 specifiers, custom times are strftime's. */
export type ColumnFormat =
  | string
  | { readonly type: 'custom-numeric'; readonly value: string; readonly alias?: string | undefined }
  | { readonly type: 'custom-time'; readonly value: string }
  | { readonly type: 'link'; readonly label: string };

/** A column of an answer, as far as it matters for showing it. */
export interface Column {
  readonly name: string;
  readonly title?: string | undefined;
  readonly shortTitle?: string | undefined;
  /** `number`, `string`, `time`, `boolean` or `geo`. */
  readonly type?: string | undefined;
  readonly format?: ColumnFormat | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly granularity?: string | { readonly name: string; readonly interval?: string | undefined } | undefined;
  /** The time at which the rows were read, on the clock of their zone; only for buckets. A bucket that ends later is not over. */
  readonly asOf?: string | undefined;
  /** Absent: columns of numbers are measures, unless they are formatted as ids. */
  readonly role?: 'measure' | 'dimension' | undefined;
  /** The column of the same measure in the range that it is compared with. */
  readonly comparedTo?: string | undefined;
  /** The times at which the buckets of the two compared ranges have different lengths; only for a compared column. */
  readonly unlike?: readonly Value[] | undefined;
  /**
   * Whether one of the two compared ranges is not over and the other one is not cut to the same part; only for a
   * compared column.
   */
  readonly isOtherPart?: boolean | undefined;
  /** How a measure aggregates. Absent: nothing is known, so nothing is added up. */
  readonly aggType?: string | undefined;
}

/** A value of an answer: numbers and times are texts, with all digits and without a zone. */
export type Value = string | number | boolean | null | undefined;

export type Row = readonly Value[];

export function isMeasure({ role, type, format }: Column): boolean {
  if (role !== undefined) return role === 'measure';
  return type === 'number' && !(typeof format === 'object' && 'alias' in format && format.alias === 'id');
}

export const isTime = ({ type }: Column): boolean => type === 'time';

/** True only of measures whose values of parts add up to the value of the whole. */
export const isAdditive = ({ aggType }: Column): boolean => aggType === 'sum' || aggType === 'count';

export const titleOf = ({ shortTitle, title, name }: Column): string => shortTitle || title || name;

export function granularityOf({ granularity }: Column): string | undefined {
  return typeof granularity === 'object' ? granularity.name : granularity;
}
