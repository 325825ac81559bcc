import type { CacheMode } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import type { AskDependencies, CallerRuntime, Statements } from '@orrery/runtime';
import type { QueryTable } from './query-table.ts';
import type { Substitution } from './substitute.ts';

/** A run of a stored query for its caller. */
export interface RunOfText extends Substitution {
  readonly text: string;
  readonly runtime: CallerRuntime;
  /** Bound on rows of a table: the rest is left out, and a warning says so. */
  readonly mostRows: number | undefined;
  readonly caller: {
    readonly principal: DataScope;
    readonly requestId: string;
    readonly signal: AbortSignal;
    readonly cacheMode: CacheMode;
  };
  readonly dependencies: AskDependencies & { readonly statements: Statements };
}

/** How queries of one kind are run. */
export interface RunOfKind {
  /** @throws what `ask` throws */
  table(run: RunOfText): Promise<QueryTable>;
  /** Reads the data again. @throws what `ask` throws */
  refresh(run: RunOfText): Promise<void>;
}
