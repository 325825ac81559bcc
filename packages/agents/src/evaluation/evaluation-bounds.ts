/** Bounds on evaluations. A run may cost money with each question, and holds a place among the jobs of a node. */
export const evaluationBounds = {
  /** Questions of one run. */
  questions: 500,
  /** The maximum number of questions of one run that are answered at the same time. */
  atOnce: 4,
  /** Time of one question, with its grading. */
  questionSeconds: 600,
  /** Time after which a run lets other jobs go first. */
  sliceSeconds: 60,
  /** Time of a run, from its first question on. */
  runSeconds: 4 * 3_600,
  /** Runs of a deployment that have not ended. */
  activeRuns: 10,
  /** Runs of a deployment that are kept. */
  keptRuns: 200,
  /** Rows, columns and cells of a result that is compared. */
  rows: 100_000,
  columns: 20,
  cells: 400_000,
  /**
   * The maximum number of cells of a result that the main thread compares, which takes a few milliseconds. Larger ones
   * have a thread.
   */
  cellsAtOnce: 2_000,
  /** Cells that a comparison looks at, where columns have the same values. */
  comparedCells: 20_000_000,
  /** Characters of each text that is kept. */
  text: 32_000,
} as const;
