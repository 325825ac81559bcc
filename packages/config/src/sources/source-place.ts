/** Context in which a data source is read. */
export interface SourcePlace {
  /** Name of the source in problems: `data source 'warehouse'`. */
  readonly where: string;
  /** The project folder, from which relative paths start. */
  readonly directory: string;
  /** Whether the project was uploaded: it may name nothing outside its folder and run no statements of its own. */
  readonly isForeign?: boolean;
}
