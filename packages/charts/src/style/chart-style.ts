/** How an axis is drawn. Absent: as it fits. */
export interface AxisStyle {
  readonly isHidden?: boolean;
  /** Empty: none. */
  readonly title?: string;
  readonly hasGrid?: boolean;
  readonly hasLabels?: boolean;
  /** Degrees, from -90 to 90. */
  readonly labelAngle?: number;
  /** A specifier of d3, for axes of numbers. */
  readonly format?: string;
  readonly min?: number;
  readonly max?: number;
}

/** A line across the chart, at a value of the left axis. */
export interface ReferenceLine {
  readonly value: number;
  readonly label?: string;
  readonly color?: string;
  readonly dash?: 'dashed' | 'dotted';
}

/** How one of several measures is drawn. */
export interface SeriesStyle {
  readonly mark?: 'bar' | 'line' | 'area' | 'point';
  readonly color?: string;
  readonly axis?: 'right';
}

/** Which columns go where, by their names. */
export interface ChartFields {
  readonly x?: string;
  readonly y?: readonly string[];
  readonly color?: string;
  readonly size?: string;
}

/** What somebody has set for a chart. Names of columns that are not in an answer have no effect, and stay. */
export interface ChartStyle {
  readonly fields?: ChartFields;
  /** Columns of the tooltip, in their order. */
  readonly tooltip?: readonly string[];
  readonly series?: Readonly<Record<string, SeriesStyle>>;
  /** How areas stand to each other. */
  readonly stack?: 'stack' | 'percent' | 'overlay';
  /** Order of categories: the largest first, by name, or as they come. */
  readonly sort?: 'value' | 'label' | 'none';
  /** Order in which parts of a whole stand on each other; absent: as they come. */
  readonly sortParts?: 'label' | 'sum';
  /** A name of ours, or colours. */
  readonly palette?: string | readonly string[];
  readonly isReversed?: boolean;
  readonly legend?: 'top' | 'right' | 'bottom' | 'left' | 'hidden';
  /** The axis of the dimension; of the first measure in a scatter plot. */
  readonly x?: AxisStyle;
  /** The axis of measures. */
  readonly y?: AxisStyle;
  /** The second axis of measures. */
  readonly right?: AxisStyle;
  readonly lines?: readonly ReferenceLine[];
  readonly labels?: LabelStyle;
  /** Draws buckets without a row as zero, where values add up. */
  readonly isMissingZero?: boolean;
}

/** Values beside marks. */
export interface LabelStyle {
  readonly position: 'outside-end' | 'inside-end' | 'inside-centre' | 'inside-base';
  /** A specifier of d3. */
  readonly format?: string;
  /** Pixels. */
  readonly size?: number;
}
