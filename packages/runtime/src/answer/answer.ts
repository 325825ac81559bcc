import type { CompressedOnce } from './compressed-once.ts';
import type { RefreshPolicy } from './freshness.ts';
import type { RowReader } from './row-flow.ts';

/** What is known of an answer with its first rows. */
export interface AnswerHead {
  /** Rows without limit and offset. */
  readonly total?: number;
  readonly dataSource: string;
  readonly dbType: string;
  /** SQL text, without the values of parameters. */
  readonly statements: readonly string[];
  /** When the data was read, epoch milliseconds. */
  readonly refreshedAt: number;
}

/** What is known of an answer with its last row. */
export interface AnswerFacts extends AnswerHead {
  readonly rowCount: number;
  readonly timingsMs: { readonly queue: number; readonly engine: number; readonly encode: number };
}

/** The rows of a query as they go out, with what is to be said about them. Never changes but for its `bodies`. */
export interface Answer extends AnswerFacts {
  /** The JSON of `data`. */
  data: readonly Uint8Array[];
  /** Whether readers may still be taking these very pieces. */
  readonly wasStreamed: boolean;
  /** Says when the answer is no longer good. */
  readonly refresh: readonly RefreshPolicy[];
  /** The state of the data it was read from, to compare with the current one; `undefined`: it is not to be kept. */
  readonly freshness: string | undefined;
  /** Whole bodies that were sent, by what makes them differ; they share the memory of `data`. */
  readonly bodies: Map<string, CompressedOnce>;
}

/** A long answer whose rows are read while they are made. */
export interface AnswerStream {
  readonly head: AnswerHead;
  readonly rows: RowReader<AnswerFacts>;
}

export function byteSize({ data }: Pick<Answer, 'data'>): number {
  return data.reduce((sum, piece) => sum + piece.byteLength, 0);
}
