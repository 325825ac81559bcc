import type { ModelIndex } from '@orrery/semantic';
import type { NewColumns } from './part.ts';
import type { TimeSession } from './filters/times/constant-time.ts';
import type { SourceSql } from './filters/row-filters.ts';

/** The context in which blocks are made. */
export interface BlockContext {
  readonly model: ModelIndex;
  readonly sqlOf: SourceSql | undefined;
  readonly numbers: NewColumns;
  /** See `BlockOptions`. */
  readonly isOfMilliseconds?: boolean;
  readonly session?: TimeSession | undefined;
}
