import type { AxisStyle, ChartFields, ChartStyle, LabelStyle, ReferenceLine, SeriesStyle } from './chart-style.ts';
import { color, format, listOf, most, number, numberWithin, objectOf, oneOf, recordOf, text, yes } from './readers.ts';
import { palette } from './read-palette.ts';

const axis = objectOf<AxisStyle>({
  isHidden: yes,
  title: text,
  hasGrid: yes,
  hasLabels: yes,
  labelAngle: numberWithin(-90, 90),
  format,
  min: number,
  max: number,
});

const line = objectOf<ReferenceLine>({ value: number, label: text, color, dash: oneOf('dashed', 'dotted') });
const labels = objectOf<LabelStyle>({
  position: oneOf('outside-end', 'inside-end', 'inside-centre', 'inside-base'),
  format,
  size: numberWithin(6, 40),
});

const style = objectOf<ChartStyle>({
  fields: objectOf<ChartFields>({ x: text, y: listOf(text, most.names), color: text, size: text }),
  tooltip: listOf(text, most.names),
  series: recordOf(objectOf<SeriesStyle>({ mark: oneOf('bar', 'line', 'area', 'point'), color, axis: oneOf('right') })),
  stack: oneOf('stack', 'percent', 'overlay'),
  sort: oneOf('value', 'label', 'none'),
  sortParts: oneOf('label', 'sum'),
  palette,
  isReversed: yes,
  legend: oneOf('top', 'right', 'bottom', 'left', 'hidden'),
  x: axis,
  y: axis,
  right: axis,
  lines: listOf((value) => {
    const read = line(value);
    return read?.value === undefined ? undefined : read;
  }, most.lines),
  labels: (value) => {
    const read = labels(value);
    return read?.position === undefined ? undefined : read;
  },
  isMissingZero: yes,
});

/** Reads the settings of a chart, which are untrusted data. Settings that cannot be read are left out. */
export function readChartStyle(given: unknown): ChartStyle | undefined {
  return style(given);
}
