/** Days that a question is about; one end is absent in "before 2024". */
export interface Period {
  /** First and last day as ISO dates, both included. */
  readonly from?: string;
  readonly to?: string;
  /** The words of the period, as in the question. */
  readonly words: string;
  /** Sentences about the assumptions that were made. */
  readonly notes: readonly string[];
}
