import type { BoundParameter, AnnouncedColumn, WireStatement } from '@orrery/runtime';
import type { RowRun } from '../rows/row-run.ts';

export interface PortalInput {
  readonly name: string;
  /** Absent for an empty text. */
  readonly statement: WireStatement | undefined;
  readonly declared: readonly number[];
  readonly parameters: readonly BoundParameter[];
  readonly formats: readonly (0 | 1)[];
  /** Columns that its statement was described with. */
  readonly described: readonly AnnouncedColumn[] | undefined;
  readonly text: string;
  /** Declared by SQL. */
  readonly cursor?: {
    readonly isHeld: boolean;
    /** Declared BINARY: a FETCH of a Query gives binary. */
    readonly isBinary: boolean;
    /** Formats of the Bind of its DECLARE, in which clients of libpq fetch, too. */
    readonly boundIn: readonly (0 | 1)[];
  };
  /** Bytes of its values and of its statement, which it keeps when that is closed. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Savepoints of the transaction when it was made. */
  readonly depth: number;
  /** User of SET ROLE when it was made, who asks for its rows; undefined: the one that signed in. */
  readonly role: string | undefined;
}

/**
 * A statement with its values, ready to run: of Bind, or of DECLARE.
 *
 * - *new*: nothing of it has run.
 * - *open*: it gives rows, and may be between two parts of them.
 * - *over*: it ran to its end, without rows that could be asked for again.
 */
export class Portal {
  readonly input: PortalInput;
  run: RowRun | undefined;
  /** Rows that FETCH has left to give; absent before it began, and for other statements. */
  left: number | undefined;
  isOver = false;

  constructor(input: PortalInput) {
    this.input = input;
  }

  get isCursor(): boolean {
    return this.input.cursor !== undefined;
  }

  close(): void {
    this.run?.close();
    this.isOver = true;
  }
}
