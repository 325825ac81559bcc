/** Result of one check of `orrery doctor`. */
export interface Diagnosis {
  /** `note`: the part works now, and deserves a look. */
  readonly level: 'ok' | 'note' | 'wrong';
  /** The part of the installation, in one word or two. */
  readonly part: string;
  readonly says: string;
  /** The next step for the operator; absent where `says` or a diagnosis below names it. */
  readonly wayOut?: string;
}

/** Reason of an error in one line, for the operator of this machine. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}
