import type { ResponseFormat } from '@orrery/contract';
import type { ShownAs } from './shown-cell.ts';
import type { WireRowEncoding } from './wire/index.ts';

/** `lines`: lines of lists of values, for the rows of a statement; takes no constant. */
export type RowFormat = ResponseFormat | 'lines';

/** Format of the rows. */
export type RowEncoding = JsonRowEncoding | WireRowEncoding;

/** Rows as JSON. */
export interface JsonRowEncoding {
  readonly format: RowFormat;
  readonly keys: readonly RowKey[];
  /** An additional last key that holds the same text in every row. */
  readonly constant?: RowConstant;
}

export interface RowConstant {
  readonly name: string;
  readonly text: string;
}

/** One key of a row, and the position among the selected columns of the value it holds. */
export interface RowKey {
  readonly name: string;
  readonly output: number;
  /** The presentation of texts that are not written as they are; in `lines` only. */
  readonly shows?: ShownAs;
}
