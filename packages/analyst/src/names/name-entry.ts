/** A thing that a phrase of a question may mean. */
export interface NameEntry {
  readonly kind: 'measure' | 'dimension' | 'segment' | 'granularity' | 'piece';
  /** The cube or view that has it. */
  readonly piece: string;
  /** Absent for `piece`. For `granularity` the time dimension that defines it. */
  readonly member?: string;
  readonly granularity?: string;
  /** The type of a dimension; absent for other members. */
  readonly type?: string;
  /** The definition behind the member. */
  readonly target: string;
  /** 3: its own name or title. 2: follows from what it shows, as `customer` for the name of customers. */
  readonly fit: 2 | 3;
  /** The phrase means it only in the plural, as `orders` the number of orders. */
  readonly inPlural: boolean;
  /** Whether the name is a plural, like that of a measure `cities` next to a dimension `city`. */
  readonly isPlural: boolean;
}
