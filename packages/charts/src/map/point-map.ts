import { type Column, isMeasure, type Row, titleOf } from '../column.ts';
import { rowField } from '../data/index.ts';
import { readDecimal } from '../format/index.ts';
import { numberLabel, seriesChannel, type Spec } from '../spec/index.ts';
import { categoriesOf } from '../style/index.ts';
import { inks } from '../theme/index.ts';
import { clusterPoints, type MapPoint } from './cluster-points.ts';
import { type Extent, extentsOf, globeOf, isSeen, mercatorOf, middleOf } from './extent.ts';
import type { MapChart, MapInput } from './map-chart.ts';
import { type PointColumns, pointColumnsOf } from './map-columns.ts';
import { colorsOf, featureOf, groundOf, shapeName, rampOnLand } from './map-layers.ts';

const mostPoints = 5_000;
const mostColors = 8;
const texts = {
  unfit: 'Choose the columns of latitude and longitude.',
  noPoints: 'No row has a latitude from -90 to 90 and a longitude from -180 to 180.',
  without: (count: number) => `${count === 1 ? '1 row has' : `${count} rows have`} no coordinates.`,
  more: (count: number) => `Only the first ${count.toLocaleString('en')} points are drawn.`,
  behind: (count: number) => `${count === 1 ? '1 point is' : `${count} points are`} on the other side of the globe.`,
  unsized: (count: number, title: string) =>
    `${count === 1 ? '1 point has' : `${count} points have`} no number of ${title}, and the least size.`,
  uncoloured: (count: number, title: string) =>
    `${count === 1 ? '1 point has' : `${count} points have`} no value of ${title}, and no colour.`,
  others: (title: string, count: number) =>
    `Only the ${mostColors} values of ${title} with the most points have a colour, of ${count.toLocaleString('en')}.`,
  cluster: (count: number) => `${count} points`,
} as const;

/** Draws a point for each row with coordinates. */
export function pointMap(input: MapInput): MapChart {
  const { columns, rows, style, shapes, isDark } = input;
  const at = pointColumnsOf(columns, style);
  if (!at) return { ok: false, reason: texts.unfit };
  const all = rows.flatMap((row, index) => pointOf(row, index, columns, at));
  const points = all.slice(0, mostPoints);
  const extents = extentsOf(points.map(({ longitude, latitude }) => [[longitude, latitude]]));
  if (!extents) return { ok: false, reason: texts.noPoints };
  const isGlobe = style.projection === 'globe';
  const middle = middleOf(extents.round);
  const from = [style.middle ?? middle[0], middle[1]] as const;
  const seen = isGlobe ? points.filter(({ longitude, latitude }) => isSeen([longitude, latitude], from)) : points;
  const marks = marksOf(input, seen, isGlobe ? extents.round : extents.flat);
  const behind = points.length - seen.length;
  return {
    ok: true,
    spec: {
      projection: isGlobe ? globeOf(from) : mercatorOf(withRoom(extents.flat)),
      layer: [...groundOf(isGlobe, colorsOf(isDark)), ...marks.layers],
    },
    values: marks.values,
    shapes: shapes.map((shape) => featureOf(shape, shapeName(shape))),
    notes: [
      ...(all.length < rows.length ? [texts.without(rows.length - all.length)] : []),
      ...(all.length > mostPoints ? [texts.more(mostPoints)] : []),
      ...(behind > 0 ? [texts.behind(behind)] : []),
      ...marks.notes,
    ],
  };
}

function pointOf(row: Row, index: number, columns: readonly Column[], at: PointColumns): readonly MapPoint[] {
  const [latitude, longitude] =
    'place' in at
      ? String(row[columns.indexOf(at.place)] ?? '').split(',')
      : [row[columns.indexOf(at.latitude)], row[columns.indexOf(at.longitude)]];
  if (!readDecimal(latitude) || !readDecimal(longitude)) return [];
  const point = { row: index, latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? [point] : [];
}

/** The land around points says where they are. */
function withRoom({ west, east, south, north }: Extent): Extent {
  const room = Math.max(0, 4 - (east - west)) / 2 + (east - west) * 0.15;
  return { west: west - room, east: east + room, south: south - room / 2, north: north + room / 2 };
}

interface Marks {
  readonly layers: readonly Spec[];
  readonly values: readonly object[];
  readonly notes: readonly string[];
}

const place = {
  longitude: { field: 'longitude', type: 'quantitative' },
  latitude: { field: 'latitude', type: 'quantitative' },
};

function marksOf(input: MapInput, points: readonly MapPoint[], extent: Extent): Marks {
  return input.style.isClustered ? clusters(input, points, extent) : singles(input, points);
}

function singles({ columns, rows, style, locale, isDark }: MapInput, points: readonly MapPoint[]): Marks {
  const size = columns.find((column) => column.name === style.size && column.type === 'number');
  const color = columns.find(({ name }) => name === style.color);
  const valueIn = (row: number, column: Column) => {
    const value = rows[row]?.[columns.indexOf(column)] ?? null;
    return column.type === 'number' ? finiteIn(value) : value;
  };
  const sizes = points.map(({ row }) => (size ? finiteIn(valueIn(row, size)) : undefined));
  const least = sizes.reduce((least: number, each) => Math.min(least, each ?? 0), 0);
  const colors = color ? points.map(({ row }) => valueIn(row, color)) : [];
  const kept = color && !isAmount(color) ? commonestOf(colors) : undefined;
  const values = points.map(({ row, longitude, latitude }, index) => ({
    ...{ [rowField]: row, longitude, latitude },
    size: sizes[index] === null ? least : sizes[index],
    ...(color ? { color: kept && !kept.has(colors[index]) ? null : (colors[index] ?? null) } : {}),
  }));
  const unsized = sizes.filter((each) => each === null).length;
  const uncoloured = colors.filter((each) => each === null).length;
  const isPlain = (value: (typeof values)[number]) => value.color === null;
  const number = new Set(colors.filter((each) => each !== null)).size;
  // Small ones stand on large ones.
  const inOrder = size ? values.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0)) : values;
  const { surface, muted } = inks[isDark ? 'dark' : 'light'];
  const mark = { type: 'circle', opacity: 0.85, stroke: surface, strokeWidth: 1 };
  const encoding = {
    ...place,
    ...(size
      ? {
          size: numberChannel(
            'size',
            size,
            locale,
            { range: [30, 900], zero: true },
            { symbolFillColor: muted, symbolStrokeWidth: 0 },
          ),
        }
      : { size: { value: 70 } }),
  };
  const coloured = color ? { color: colorChannel(color, values, { style, isDark }, locale) } : {};
  const layers = !values.some(isPlain)
    ? [{ mark, encoding: { ...encoding, ...coloured } }]
    : [
        { transform: [{ filter: 'datum.color === null' }], mark: { ...mark, color: muted }, encoding },
        { transform: [{ filter: 'datum.color !== null' }], mark, encoding: { ...encoding, ...coloured } },
      ];
  return {
    layers,
    values: inOrder,
    notes: [
      ...(size && unsized > 0 ? [texts.unsized(unsized, titleOf(size))] : []),
      ...(color && kept && number > kept.size ? [texts.others(titleOf(color), number)] : []),
      ...(color && uncoloured > 0 ? [texts.uncoloured(uncoloured, titleOf(color))] : []),
    ],
  };
}

const isAmount = (column: Column): boolean => column.type === 'number' && isMeasure(column);

/** The values of the most points; of as many, the first ones. */
function commonestOf(values: readonly unknown[]): ReadonlySet<unknown> {
  const counts = new Map<unknown, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const commonest = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, mostColors);
  return new Set(commonest.map(([value]) => value));
}

function finiteIn(value: unknown): number | null {
  const number = readDecimal(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function numberChannel(field: string, column: Column, locale: string | undefined, scale: Spec, look: Spec = {}): Spec {
  const legend = { labelExpr: numberLabel(column, locale), ...look };
  return { field, type: 'quantitative', title: titleOf(column), legend, scale };
}

/** Colours are given in the order of the rows, however the points are drawn. */
function colorChannel(
  column: Column,
  values: readonly { readonly color?: unknown }[],
  { style, isDark }: Pick<MapInput, 'style' | 'isDark'>,
  locale: string | undefined,
): Spec {
  if (isAmount(column)) return numberChannel('color', column, locale, { range: rampOnLand(style, isDark) });
  const domain = [...new Set(values.flatMap(({ color }) => color ?? []))];
  const scale = { range: [...categoriesOf(style, isDark)], ...(domain.length > 0 ? { domain } : {}) };
  return { ...seriesChannel(column), field: 'color', scale };
}

function clusters({ isDark }: MapInput, points: readonly MapPoint[], extent: Extent): Marks {
  const values = clusterPoints(points, extent).map(({ longitude, latitude, points: inside }) => ({
    ...{ longitude, latitude, count: inside.length, label: inside.length > 1 ? String(inside.length) : '' },
    ...(inside.length === 1 ? { [rowField]: inside[0]?.row } : { says: texts.cluster(inside.length) }),
  }));
  const { surface } = inks[isDark ? 'dark' : 'light'];
  const circle = {
    mark: { type: 'circle', opacity: 0.9, stroke: surface, strokeWidth: 1 },
    encoding: {
      ...place,
      size: { field: 'count', type: 'quantitative', legend: null, scale: { type: 'sqrt', range: [70, 1_600] } },
      tooltip: { field: 'says', type: 'nominal' },
    },
  };
  const label = {
    mark: { type: 'text', color: surface, fontSize: 11, fontWeight: 600, tooltip: null },
    encoding: { ...place, text: { field: 'label', type: 'nominal' } },
  };
  return { layers: [circle, label], values, notes: [] };
}
