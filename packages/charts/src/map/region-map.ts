import { titleOf } from '../column.ts';
import { rowField } from '../data/index.ts';
import { formatterOf, readDecimal } from '../format/index.ts';
import { numberLabel } from '../spec/index.ts';
import { albersUsa, extentsOfShapes, globeOf, isShapeSeen, mercatorOf, middleOf, world } from './extent.ts';
import type { MapChart, MapInput } from './map-chart.ts';
import { regionColumnsOf } from './map-columns.ts';
import { colorsOf, featureOf, groundOf, shapeName, rampOnLand } from './map-layers.ts';
import { matchRegions } from './match-regions.ts';

const mostNamed = 5;
const texts = {
  unfit: 'Regions need 1 dimension of their names and 1 measure, and no other dimension.',
  noMatch: (dimension: string) => `No value of ${dimension} is the name of a region of this map.`,
  missing: (count: number, names: string) =>
    `${count === 1 ? '1 value is no region' : `${count} values are no regions`} of this map: ${names}.`,
  repeated: (names: string) => `Rows of regions that another row has too are not drawn: ${names}.`,
  ambiguous: (names: string) => `Names that several regions of this map have are not drawn: ${names}.`,
  unknown: (measure: string, names: string) => `Regions without a number of ${measure} have no colour: ${names}.`,
  behind: (count: number) => `${count === 1 ? '1 region is' : `${count} regions are`} on the other side of the globe.`,
} as const;

/** Draws regions in colours of their measure. */
export function regionMap({ columns, rows, style, shapes, locale, isDark }: MapInput): MapChart {
  const picked = regionColumnsOf(columns, style);
  if (!picked) return { ok: false, reason: texts.unfit };
  const { dimension, measure } = picked;
  const [at, of] = [columns.indexOf(dimension), columns.indexOf(measure)];
  const values = rows.map((row) => String(row[at] ?? ''));
  const areAlike = style.shapes !== 'custom';
  const matched = matchRegions(values, shapes, { property: style.property, areAlike });
  const drawn = matched.shapes.flatMap((shape, row) => (shape ? [{ shape, row }] : []));
  const ambiguous = matched.ambiguous.length > 0 ? [texts.ambiguous(some(matched.ambiguous))] : [];
  if (drawn.length === 0) return { ok: false, reason: ambiguous[0] ?? texts.noMatch(titleOf(dimension)) };
  const write = formatterOf(dimension, { locale, values: rows.map((row) => row[at]) });
  const known = drawn.filter(({ row }) => isDrawable(rows[row]?.[of]));
  const unknown = drawn.filter(({ row }) => !isDrawable(rows[row]?.[of])).map(({ row }) => values[row] ?? '');
  const taken = new Set(known.map(({ shape }) => shape));
  const colors = colorsOf(isDark);
  const isGlobe = style.projection === 'globe';
  const extent = isOfWorld(style) ? world : extentsOfShapes(style.isUnmatchedHidden ? [...taken] : shapes)?.flat;
  const middle = middleOf(extentsOfShapes([...taken])?.round ?? world);
  const from = [style.middle ?? middle[0], middle[1] / 2] as const;
  const seen = isGlobe ? known.filter(({ shape }) => isShapeSeen(shape, from)) : known;
  const ramp = rampOnLand(style, isDark);
  return {
    ok: true,
    spec: {
      projection: isGlobe ? globeOf(from) : isOfStates(style) ? albersUsa() : mercatorOf(extent ?? world),
      layer: [
        ...groundOf(isGlobe, colors),
        {
          mark: { type: 'geoshape', stroke: colors.edge, strokeWidth: 0.6 },
          encoding: {
            color: {
              field: 'value',
              type: 'quantitative',
              title: titleOf(measure),
              scale: { range: ramp, zero: false },
              legend: { labelExpr: numberLabel(measure, locale) },
            },
            tooltip: { field: 'name', type: 'nominal' },
          },
        },
      ],
    },
    values: seen.map(({ shape, row }) =>
      featureOf(shape, write(rows[row]?.[at]), { [rowField]: row, value: Number(rows[row]?.[of]) }),
    ),
    shapes: style.isUnmatchedHidden
      ? []
      : shapes.filter((shape) => !taken.has(shape)).map((shape) => featureOf(shape, shapeName(shape))),
    notes: [
      ...(matched.missing.length > 0 ? [texts.missing(matched.missing.length, some(matched.missing))] : []),
      ...(matched.repeated.length > 0 ? [texts.repeated(some(matched.repeated))] : []),
      ...ambiguous,
      ...(unknown.length > 0 ? [texts.unknown(titleOf(measure), some(unknown))] : []),
      ...(seen.length < known.length ? [texts.behind(known.length - seen.length)] : []),
    ],
  };
}

/** Some decimals are larger than any number that is drawn. */
const isDrawable = (value: unknown) => readDecimal(value) !== undefined && Number.isFinite(Number(value));

/** Some states alone are drawn as large as there is room for. */
const isOfStates = ({ shapes, isUnmatchedHidden }: MapInput['style']) => shapes === 'us-states' && !isUnmatchedHidden;
const isOfWorld = ({ shapes }: { readonly shapes?: unknown }) => shapes === undefined;

function some(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => (name === '' ? '(none)' : name.slice(0, 40)));
  return [...shown, ...(names.length > mostNamed ? ['…'] : [])].join(', ');
}
