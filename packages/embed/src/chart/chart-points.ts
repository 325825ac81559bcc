import { rowField } from '@orrery/charts';
import type { SceneItem, SceneMark } from 'vega-view';

/** A mark of the picture that stands for something. */
export interface ChartPoint {
  readonly item: SceneItem;
  /** Middle of the mark, in pixels from the edge of the picture. */
  readonly x: number;
  readonly y: number;
  /** Whether it is the way of a line, which has a symbol at each of its points. */
  readonly isWay: boolean;
}

const readable = new Set(['arc', 'area', 'line', 'rect', 'rule', 'shape', 'symbol', 'text', 'trail']);
/** The types of marks that are no symbols: symbols stand on them or next to them. */
const ways = new Set(['area', 'line', 'rule', 'shape', 'text', 'trail']);
const most = 5_000;

/** Lists the marks of a picture by their place: along x, and from the top to the bottom where they share it. */
export function pointsOf(root: SceneItem | SceneMark, [left, top]: readonly [number, number]): readonly ChartPoint[] {
  const found: ChartPoint[] = [];
  collect(root, left, top, found);
  const hasSymbols = found.some(({ item }) => 'size' in item);
  const points = hasSymbols ? found.filter(({ isWay }) => !isWay) : found;
  return points.toSorted((one, other) => Math.round(one.x - other.x) || one.y - other.y);
}

function collect(node: SceneItem | SceneMark, left: number, top: number, found: ChartPoint[]): void {
  if (found.length >= most) return;
  if (!('marktype' in node)) {
    for (const mark of node.items ?? []) collect(mark, left + (node.x ?? 0), top + (node.y ?? 0), found);
  } else if (node.marktype === 'group') {
    if (node.role !== 'legend' && node.role !== 'axis') for (const item of node.items) collect(item, left, top, found);
    // What is not said of marks lies over others that are in the list already: patterns, second lines, values beside bars.
  } else if (node.role === 'mark' && node.aria !== false && readable.has(node.marktype)) {
    for (const item of node.items) {
      const { bounds } = item;
      if (!bounds || typeof item.datum !== 'object') continue;
      if (node.marktype === 'shape' && !isOfRow(item.datum)) continue;
      const isWay = ways.has(node.marktype);
      found.push({ item, isWay, x: left + (bounds.x1 + bounds.x2) / 2, y: top + (bounds.y1 + bounds.y2) / 2 });
    }
  }
}

/** The ground of a map stands for no row. */
const isOfRow = (datum: object | null): boolean => datum !== null && rowField in datum;

/** @returns the next point in that direction, or the same at the end */
export function stepFrom(points: readonly ChartPoint[], at: number, key: string): number {
  const point = points[at];
  if (!point) return 0;
  const isSame = (other: ChartPoint) => Math.round(other.x) === Math.round(point.x);
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = at + (key === 'ArrowDown' ? 1 : -1);
      return points[next] && isSame(points[next]) ? next : at;
    }
    case 'ArrowRight':
    case 'ArrowLeft': {
      const isAhead = (other: ChartPoint) => (key === 'ArrowRight' ? other.x > point.x : other.x < point.x);
      const ahead = points.filter((other) => isAhead(other) && !isSame(other));
      const column = (key === 'ArrowRight' ? ahead[0] : ahead.at(-1))?.x;
      if (column === undefined) return at;
      const near = ahead.filter(({ x }) => Math.round(x) === Math.round(column));
      const nearest = near.reduce((best, other) =>
        Math.abs(other.y - point.y) < Math.abs(best.y - point.y) ? other : best,
      );
      return points.indexOf(nearest);
    }
    case 'Home':
      return 0;
    case 'End':
      return points.length - 1;
    default:
      return at;
  }
}
