/** What a person says that words mean, in other words. */
export interface Meaning {
  readonly term: string;
  readonly words: string;
  /** Where it is from, behind "as": `you told me`. */
  readonly source: string;
}
