/** Where a data source is described. */
export interface SourcePlace {
  /** As problems name it: `data source 'warehouse'`. */
  readonly where: string;
  /** The project folder; relative paths start there. */
  readonly directory: string;
  /** Whether whoever wrote it may name nothing outside of the project folder, and run nothing. */
  readonly isForeign?: boolean;
}
