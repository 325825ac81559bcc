/** Filled in with the SQL tree. */
export interface Dialect {
  readonly name: string;
}
