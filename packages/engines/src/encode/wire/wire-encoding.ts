/**
 * Rows as messages of PostgreSQL's protocol 3.0. Every piece holds whole messages.
 * https://www.postgresql.org/docs/14/protocol-message-formats.html
 */
export interface WireRowEncoding {
  readonly format: 'wire';
  readonly framing: WireFraming;
  /** How `copy-text` and `copy-csv` write values; absent: as PostgreSQL does without options. */
  readonly copy?: CopyOptions;
  readonly columns: readonly WireColumn[];
}

/**
 * `rows`: a DataRow for each row. The others: a CopyData message for each row of a COPY. The header line of a text, and
 * the head and the tail of the binary format are written by the caller.
 */
export type WireFraming = 'rows' | 'copy-text' | 'copy-csv' | 'copy-binary';

/** Options of `COPY ... TO`. Absent ones have the defaults of the format. */
export interface CopyOptions {
  /** One ASCII character: a tab, and a comma in `copy-csv`. */
  readonly delimiter?: string;
  /** The text of NULL: `\N`, and nothing in `copy-csv`. */
  readonly nullText?: string;
  /** One ASCII character; in `copy-csv` only. */
  readonly quote?: string;
  /** One ASCII character; in `copy-csv` only. Absent: the quote. */
  readonly escape?: string;
  /** Columns whose values are in quotes in any case, by name; in `copy-csv` only. */
  readonly forceQuote?: 'all' | readonly string[];
}

/** A column as RowDescription announces it. */
export interface WireColumn {
  readonly name: string;
  /** Position of its values among the selected columns. */
  readonly output: number;
  /** Object id of its type in `pg_type`. */
  readonly oid: number;
  /** -1 where the type has no modifier. A numeric with one is written with all its decimals. */
  readonly typmod: number;
  /** Whether its values have the binary form; not read in framings of COPY, which have one form for all. */
  readonly isBinary: boolean;
}
