import { type ChartType, unitOf } from '../choose/index.ts';
import { type Column, isTime, titleOf } from '../column.ts';
import { type SeriesStyle, styleIn } from '../style/index.ts';
import { categoryChannel, measureChannel, quoted, type Spec, timeChannel } from './field.ts';
import { type ChartSeries, seriesOf } from './series.ts';
import type { SpecParts } from './spec-parts.ts';

type MarkStyle = NonNullable<SeriesStyle['mark']>;

const usualMarks: Partial<Record<ChartType, MarkStyle>> = { grouped_bar: 'bar', line: 'line', area: 'area' };

/** Whether measures are drawn by marks of several kinds, or along two axes. */
export function isCombined(type: ChartType, { measures, style }: SpecParts): boolean {
  if (measures.length < 2 || usualMarks[type] === undefined) return false;
  return measures.some(({ name }) => {
    const { mark, axis } = styleIn(style.series, name) ?? {};
    return axis !== undefined || (mark !== undefined && mark !== usualMarks[type]);
  });
}

interface DrawnColumn {
  readonly column: Column;
  readonly title: string;
  readonly mark: MarkStyle;
  readonly isRight: boolean;
}

/** Measures of several kinds of marks, each along the left or the right axis. */
export function combinedSpec(type: ChartType, parts: SpecParts): Spec {
  const { measures, dimensions, first, style } = parts;
  const main = dimensions[0] ?? first;
  const series = seriesOf(parts, main);
  const all = measures.map((column, index): DrawnColumn => {
    const { mark, axis } = styleIn(style.series, column.name) ?? {};
    const usual = usualMarks[type] ?? 'bar';
    return { column, title: series.titles?.[index] ?? '', mark: mark ?? usual, isRight: axis === 'right' };
  });
  const hasBars = all.some(({ mark }) => mark === 'bar');
  const x =
    isTime(main) && !hasBars ? timeChannel(main, parts.rows, parts.columns.indexOf(main)) : categoryChannel(main);
  const sides = [all.filter(({ isRight }) => !isRight), all.filter(({ isRight }) => isRight)];
  return {
    ...(series.transform ? { transform: series.transform } : {}),
    layer: sides.filter((side) => side.length > 0).map((side) => ({ layer: layersOf(side, x, series, parts) })),
    resolve: { scale: { y: 'independent' } },
  };
}

/** One layer for each kind of mark along an axis. */
function layersOf(side: readonly DrawnColumn[], x: Spec, series: ChartSeries, parts: SpecParts): readonly Spec[] {
  const [first] = side;
  if (!first) return [];
  const isOneUnit = side.every(({ column }) => unitOf(column) === unitOf(first.column));
  const unit = isOneUnit ? first.column : { ...first.column, format: undefined };
  const title = side.length === 1 ? titleOf(first.column) : null;
  const { axis } = measureChannel(unit, parts.locale) as { readonly axis: Spec }; // as it writes them
  const y = series.value({
    title,
    stack: null,
    axis: { ...axis, ...(first.isRight ? { orient: 'right', grid: false } : {}) },
  });
  const kinds = [...new Set(side.map(({ mark }) => mark))];
  return kinds.map((mark) => {
    const drawn = side.filter((each) => each.mark === mark);
    const isBeside = mark === 'bar' && drawn.length > 1;
    const isShown = `indexof([${drawn.map((each) => quoted(each.title)).join(', ')}], datum[${quoted(series.name ?? '')}]) >= 0`;
    const beside = series.channel?.({ legend: undefined, scale: { domain: drawn.map((each) => each.title) } });
    return {
      transform: [{ filter: isShown }],
      mark: marks[mark],
      encoding: {
        x,
        y,
        ...(series.channel ? { color: series.channel() } : {}),
        ...(isBeside ? { xOffset: beside } : {}),
      },
    };
  });
}

const marks: Readonly<Record<MarkStyle, Spec>> = {
  bar: { type: 'bar' },
  line: { type: 'line', point: { size: 30 } },
  area: { type: 'area' },
  point: { type: 'point' },
};
