import type { ByteSink } from '../../value-text/index.ts';

/** Writes a row behind the head of its message. */
export type PutRow = (sink: ByteSink, row: number) => void;

/** Writes a value that is given as text. @throws EngineError where the type cannot hold it */
export type PutValue = (sink: ByteSink, value: string) => void;
