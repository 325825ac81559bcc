export type { CopyOptions, WireColumn, WireFraming, WireRowEncoding } from './wire-encoding.ts';
export { createWireWriter } from './wire-writer.ts';
