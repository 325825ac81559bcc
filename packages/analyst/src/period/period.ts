/** Days that a question is about; one end is absent in "before 2024". */
export interface Period {
  /** First and last day as ISO dates, both included. */
  readonly from?: string;
  readonly to?: string;
  /** As in the question. */
  readonly words: string;
  /** What was assumed, as sentences. */
  readonly notes: readonly string[];
}
