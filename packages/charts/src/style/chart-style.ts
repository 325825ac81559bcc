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

/** The columns of each channel of a chart, by their names. */
export interface ChartFields {
  readonly x?: string;
  readonly y?: readonly string[];
  readonly color?: string;
  readonly size?: string;
}

/** A palette of the account, by its number, with the colours that it had when the chart was read. */
export interface AccountPalette {
  readonly id: number;
  /** Absent: the palette is deleted, or not known here; the chart has the usual colours. */
  readonly colors?: readonly string[];
}

/** The name of a built-in palette, colours, or a palette of the account. */
export type ChosenPalette = string | readonly string[] | AccountPalette;

/** The settings of a chart that a user made. Names of columns that are not in an answer have no effect, and stay. */
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
  readonly palette?: ChosenPalette;
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

/** Values as labels of marks. */
export interface LabelStyle {
  readonly position: 'outside-end' | 'inside-end' | 'inside-centre' | 'inside-base';
  /** A specifier of d3. */
  readonly format?: string;
  /** Pixels. */
  readonly size?: number;
}
