import type { Column, Row } from '../column.ts';
import type { ChartStyle } from '../style/index.ts';

/** The parts that a spec is made from. */
export interface SpecParts {
  /** False for a spec that is kept, whose data has no fields of ours. */
  readonly isDrawn: boolean;
  readonly isDark: boolean;
  readonly locale: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly dimensions: readonly Column[];
  readonly measures: readonly Column[];
  readonly first: Column;
  readonly measure: Column;
  readonly style: ChartStyle;
}
