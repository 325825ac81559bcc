export { emptyRows } from './empty-rows.ts';
export { encodeRows } from './encode-rows.ts';
export { firstValueOf } from './first-value.ts';
export { frameRows } from './framed-rows.ts';
export { ResultTooLarge } from './result-too-large.ts';
export type { RowOutlet } from './row-outlet.ts';
export type { Rows, RowSink } from './rows.ts';
export { FirstRows, linesOf, type WrittenRows } from './written-rows.ts';
export type { RowConstant, RowEncoding, RowFormat, RowKey } from './row-encoding.ts';
