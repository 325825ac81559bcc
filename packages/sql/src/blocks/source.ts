import type { ModelIndex } from '@orrery/semantic';
import type { Numbers } from './part.ts';
import type { TimeSession } from './filters/times/constant-time.ts';
import type { SourceSql } from './filters/row-filters.ts';

/** The context in which blocks are made. */
export interface Source {
  readonly model: ModelIndex;
  readonly sqlOf: SourceSql | undefined;
  readonly numbers: Numbers;
  /** See `BlockOptions`. */
  readonly isOfMilliseconds?: boolean;
  readonly session?: TimeSession | undefined;
}
