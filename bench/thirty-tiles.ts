import { type ChartType, withOwnChart } from '../packages/charts/src/index.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Tile {
  readonly name: string;
  readonly report: Json;
  readonly position: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

const months = { timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }] };
const monthsByCity = { ...months, dimensions: ['customers.city'] };
const cities = { dimensions: ['customers.city'] };
const citiesByStatus = { dimensions: ['customers.city', 'orders.status'] };
const measures = ['orders.total', 'orders.count', 'orders.average'] as const;

/** Types as people use them: most charts are over time, or compare a few things. */
const shapes: readonly (readonly [ChartType, Json])[] = [
  ['line', months],
  ['stacked_bar', monthsByCity],
  ['horizontal_grouped_bar', cities],
  ['line', monthsByCity],
  ['grouped_bar', citiesByStatus],
  ['area', monthsByCity],
  ['arc', cities],
  ['heatmap', citiesByStatus],
  ['percent_stacked_bar', monthsByCity],
];

/** A dashboard of 8 numbers, 18 charts and 4 tables, as an overview is laid out: numbers above charts above tables. */
export function thirtyTiles(): readonly Tile[] {
  const kpis = Array.from({ length: 8 }, (_, index) => {
    const query = { measures: [measures[index % 3]], ...(index < 4 ? {} : months), limit: 100 + index };
    const position = { x: (index % 4) * 3, y: Math.floor(index / 4) * 3, w: 3, h: 3 };
    return tile(`Number ${index + 1}`, query, { kind: 'kpi' }, position);
  });
  const charts = Array.from({ length: 18 }, (_, index) => {
    const [type, asked] = shapes[index % shapes.length] ?? ['line', months];
    const query = { measures: [measures[index % 3]], ...asked, limit: 1_000 + index };
    const spec = withOwnChart({ mark: 'bar' }, { type, style: {} });
    const position = { x: (index % 3) * 4, y: 6 + Math.floor(index / 3) * 8, w: 4, h: 8 };
    return tile(`Chart ${index + 1}`, query, { kind: 'vega', spec }, position);
  });
  const tables = Array.from({ length: 4 }, (_, index) => {
    const query = { measures, ...monthsByCity, limit: 2_000 + index };
    const position = { x: (index % 2) * 6, y: 54 + Math.floor(index / 2) * 8, w: 6, h: 8 };
    return tile(`Table ${index + 1}`, query, { kind: 'table' }, position);
  });
  return [...kpis, ...charts, ...tables];
}

function tile(name: string, query: Json, visualization: Json, position: Tile['position']): Tile {
  return { name, report: { name, jsonQuery: JSON.stringify(query), meta: { visualization } }, position };
}
