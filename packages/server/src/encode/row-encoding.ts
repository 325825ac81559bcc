import type { ResponseFormat } from '@orrery/contract';

/** How rows are written. */
export interface RowEncoding {
  readonly format: ResponseFormat;
  readonly keys: readonly RowKey[];
}

/** One key of a row, and the position among the selected columns of the value it holds. */
export interface RowKey {
  readonly name: string;
  readonly output: number;
}
