import type { Mention } from '../read/index.ts';

/** A part of a question that needs a member of the queried cube or view. */
export interface Slot {
  readonly role: 'measure' | 'grouping' | 'flag' | 'filter' | 'time';
  /** Absent for values without the name of their dimension, and for times that are not named. */
  readonly mention?: Mention;
  readonly words: string;
  /** The values of a filter. */
  readonly values?: readonly SlotValue[];
  /** A unit that the question names, of the time that fits. */
  readonly granularity?: string;
  /** Comes from the question before: gives way to a new filter of the same dimension. */
  readonly isFormer?: boolean;
  /** Joined to the filter before by "or". */
  readonly isAlternative?: boolean;
  readonly place?: readonly [number, number];
}

interface SlotValue {
  readonly words: string;
  readonly isExact: boolean;
}

/** A member for a slot. */
export interface SlotChoice {
  readonly kind: 'measure' | 'dimension' | 'segment';
  readonly member: string;
  readonly target: string;
  readonly title: string;
  /** Larger is better; compared slot by slot. */
  readonly fit: number;
  readonly granularity?: string;
  readonly type?: string;
  /** Values of a filter as they are stored. */
  readonly values?: readonly string[];
  /** Key that tells the things of this name apart; the query groups by both. */
  readonly keys?: readonly SlotChoice[];
}

/** A cube or view with a member for each slot, in the order of the slots. */
export interface Fit {
  readonly piece: string;
  readonly choices: readonly SlotChoice[];
}
