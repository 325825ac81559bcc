import type { KeptBody } from './answer-body.ts';
import type { RefreshPolicy } from './freshness.ts';
import type { RowReader } from './row-flow.ts';

/** Facts known with an answer's first rows. */
export interface AnswerHead {
  /** Number of rows without limit and offset. */
  readonly total?: number;
  readonly dataSource: string;
  readonly dbType: string;
  /** SQL text, without the values of parameters. */
  readonly statements: readonly string[];
  /** When the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
}

/** Facts known with an answer's last row. */
export interface AnswerFacts extends AnswerHead {
  readonly rowCount: number;
  /** See `ResultStream`. */
  readonly engineQueryId?: string | undefined;
  readonly timingsMs: { readonly queue: number; readonly engine: number; readonly encode: number };
}

/** The rows of a query in the form of the response, with their facts. Immutable except for `data`, `bodies` and `isRead`. */
export interface Answer extends AnswerFacts {
  /** The JSON of `data`. */
  data: readonly Uint8Array[];
  /** Whether readers may still be using these pieces, so that their memory cannot be given back. */
  isRead: boolean;
  /** Policies that decide when the answer is no longer good. */
  readonly refresh: readonly RefreshPolicy[];
  /**
   * State of the data it was read from, for comparison with the current one; `undefined` when it must not be cached.
   */
  readonly freshness: string | undefined;
  /** Complete bodies that were sent, by their differences; they share the memory of `data`. */
  readonly bodies: Map<string, KeptBody>;
}

/** A long answer whose rows are read while it runs. */
export interface AnswerStream {
  readonly head: AnswerHead;
  readonly rows: RowReader<AnswerFacts>;
}

/** Whether the rows are a part of one of its bodies, and take no memory of their own. */
export function areRowsInBody({ data, bodies }: Pick<Answer, 'data' | 'bodies'>): boolean {
  const [rows, ...others] = data;
  if (!rows || others.length > 0) return false;
  return [...bodies.values()].some(({ bytes }) => isWithin(rows, bytes));
}

function isWithin(part: Uint8Array, whole: Uint8Array): boolean {
  const end = part.byteOffset + part.byteLength;
  const endOfWhole = whole.byteOffset + whole.byteLength;
  return part.buffer === whole.buffer && part.byteOffset >= whole.byteOffset && end <= endOfWhole;
}

export function byteSize({ data }: Pick<Answer, 'data'>): number {
  return data.reduce((sum, piece) => sum + piece.byteLength, 0);
}
