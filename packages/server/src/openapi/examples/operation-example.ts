/** A request that was sent, and its answer. */
export interface OperationExample {
  /** Parameters of the path and of the query, by name. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly status: number;
  /** JSON, or the text of an answer that is none. */
  readonly answer?: unknown;
}

/** One for each operation, by its id. */
export type OperationExamples = Readonly<Record<string, OperationExample>>;
