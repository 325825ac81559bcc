import type { ResponseFormat } from '@orrery/contract';

/** Format of the rows. */
export interface RowEncoding {
  readonly format: ResponseFormat;
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
}
