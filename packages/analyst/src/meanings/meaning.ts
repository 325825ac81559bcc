/** A meaning that a person gives to words, in other words. */
export interface Meaning {
  readonly term: string;
  readonly words: string;
  /** The source of the meaning, behind "as": `you told me`. */
  readonly source: string;
}
