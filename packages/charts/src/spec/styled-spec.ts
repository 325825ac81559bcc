import type { ChartType } from '../choose/index.ts';
import { type Column, isAdditive, titleOf } from '../column.ts';
import { inks } from '../theme/index.ts';
import {
  type AxisStyle,
  categoriesOf,
  colorsIn,
  type LabelStyle,
  needsEdge,
  rampOf,
  type ReferenceLine,
} from '../style/index.ts';
import { isObject, fieldName, numberLabel, quoted, type Spec } from './field.ts';
import type { SpecParts } from './spec-parts.ts';

/** Applies the settings that a user made to the spec of a chart: axes, colours, the legend, labels of marks, reference lines. */
export function styledSpec(type: ChartType, spec: Spec, parts: SpecParts): Spec {
  const { style } = parts;
  const withAxes = axesIn(type, spec, parts);
  const withLabels = style.labels ? labelsIn(type, withAxes, style.labels, parts) : withAxes;
  const withLines = style.lines && hasMeasureAxis(type) ? linesIn(type, withLabels, style.lines) : withLabels;
  const config = configOf(parts);
  return Object.keys(config).length === 0 ? withLines : { ...withLines, config };
}

const isHorizontal = (type: ChartType): boolean => type.includes('horizontal');
const hasMeasureAxis = (type: ChartType): boolean => type !== 'arc' && type !== 'heatmap';

function configOf({ style, isDark }: SpecParts): Spec {
  const { palette, isReversed, legend } = style;
  const colours = palette !== undefined || isReversed === true;
  const category = categoriesOf(style, isDark);
  const ramp = rampOf(style, isDark);
  const edge = colorsIn(palette)?.some(needsEdge);
  const stroke = edge ? { stroke: '#808080', strokeWidth: 1 } : undefined;
  return {
    ...(colours ? { range: { category, ramp, heatmap: ramp, ordinal: ramp }, mark: { color: category[0] } } : {}),
    ...(stroke ? { bar: stroke, arc: stroke, rect: stroke, point: stroke } : {}),
    ...(legend === 'hidden' ? { legend: { disable: true } } : legend ? { legend: { orient: legend } } : {}),
  };
}

/** Goes through the layers of a spec and changes its channels. */
function axesIn(type: ChartType, spec: Spec, parts: SpecParts): Spec {
  const { x, y, right } = parts.style;
  if (!x && !y && !right) return spec;
  const [across, up] = isHorizontal(type) ? [y, x] : [x, y];
  const change = (part: Spec): Spec => {
    const encoding = isObject(part['encoding']) ? part['encoding'] : undefined;
    const layer = Array.isArray(part['layer']) ? (part['layer'] as readonly Spec[]) : undefined;
    const isClipped = [x, y, right].some((axis) => axis?.min !== undefined || axis?.max !== undefined);
    return {
      ...part,
      ...(part['mark'] !== undefined && isClipped ? { mark: clipped(part['mark']) } : {}),
      ...(encoding
        ? {
            encoding: {
              ...encoding,
              ...channelIn(encoding, 'x', across),
              ...channelIn(encoding, 'y', isRight(encoding['y']) ? right : up),
            },
          }
        : {}),
      ...(layer ? { layer: layer.map(change) } : {}),
    };
  };
  return change(spec);
}

const clipped = (mark: unknown): Spec => (isObject(mark) ? { ...mark, clip: true } : { type: mark, clip: true });
const isRight = (channel: unknown): boolean =>
  isObject(channel) && isObject(channel['axis']) && channel['axis']['orient'] === 'right';

function channelIn(encoding: Spec, name: 'x' | 'y', style: AxisStyle | undefined): Spec {
  const channel = encoding[name];
  if (!style || !isObject(channel)) return {};
  const { isHidden, title, hasGrid, hasLabels, labelAngle, format, min, max } = style;
  const isNumber = channel['type'] === 'quantitative';
  const { labelExpr, ...given } = isObject(channel['axis']) ? channel['axis'] : ({} as Spec);
  const axis = {
    ...given,
    ...(labelExpr === undefined || (isNumber && format !== undefined) ? {} : { labelExpr }),
    ...(isNumber && format !== undefined ? { format } : {}),
    ...(hasGrid === undefined ? {} : { grid: hasGrid }),
    ...(hasLabels === undefined ? {} : { labels: hasLabels }),
    ...(labelAngle === undefined ? {} : { labelAngle, labelOverlap: true }),
  };
  const isBounded = isNumber && (min !== undefined || max !== undefined);
  const bounds = {
    ...(min === undefined ? {} : { domainMin: min }),
    ...(max === undefined ? {} : { domainMax: max }),
    nice: false,
    // Zero is outside of a range that ends below it or begins above it.
    ...((min ?? 0) > 0 || (max ?? 0) < 0 ? { zero: false } : {}),
  };
  const scale = isObject(channel['scale']) ? channel['scale'] : {};
  return {
    [name]: {
      ...channel,
      axis: isHidden ? null : axis,
      ...(title === undefined ? {} : { title: title === '' ? null : title }),
      ...(isBounded ? { scale: { ...scale, ...bounds } } : {}),
    },
  };
}

/** Lines across, at values of the left axis, with their names at the end. */
function linesIn(type: ChartType, spec: Spec, lines: readonly ReferenceLine[]): Spec {
  const [along, other] = isHorizontal(type) ? ['x', 'y'] : ['y', 'x'];
  const isTurned = along === 'x';
  const drawn = lines.flatMap(({ value, label, color, dash }) => {
    const at = { [along]: { datum: value, type: 'quantitative' } };
    const ink = color === undefined ? {} : { color };
    const description = label === undefined || label === '' ? String(value) : `${label}: ${value}`;
    const stroke = { strokeWidth: 1.5, ...ink, ...(dash ? { strokeDash: dashes[dash] } : {}) };
    const rule = {
      transform: once,
      mark: { type: 'rule', tooltip: null, description, ...stroke },
      encoding: at,
    };
    if (label === undefined || label === '') return [rule];
    const place = isTurned ? { align: 'left', baseline: 'top', dx: 4 } : { align: 'right', baseline: 'bottom', dy: -3 };
    return [
      rule,
      {
        transform: once,
        mark: { type: 'text', tooltip: null, aria: false, fontSize: 11, ...place, ...ink },
        encoding: { ...at, [other]: { value: isTurned ? 0 : 'width' }, text: { value: label } },
      },
    ];
  });
  const { mark, encoding, layer, resolve, ...rest } = spec;
  // Along two axes, lines stand at the left one, which is drawn first.
  if (resolve !== undefined && Array.isArray(layer)) {
    const [left, ...others] = layer as readonly Spec[];
    const inner = left && Array.isArray(left['layer']) ? (left['layer'] as readonly Spec[]) : [];
    return { ...rest, layer: [{ layer: [...inner, ...drawn] }, ...others], resolve };
  }
  const main = layer === undefined ? { mark, encoding } : { encoding, layer };
  return { ...rest, layer: [main, ...drawn] };
}

/** All rows as one: a mark that stands at no field of theirs is drawn once for each row of its data. */
const once = [{ aggregate: [{ op: 'count', as: '_rows' }], groupby: [] }];
const dashes = { dashed: [6, 4], dotted: [2, 3] } as const;

/** Adds values as labels to the marks of bars, lines and areas; totals above stacks. */
function labelsIn(type: ChartType, spec: Spec, labels: LabelStyle, parts: SpecParts): Spec {
  const { encoding, mark, layer, ...rest } = spec;
  const [along, other] = isHorizontal(type) ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const channel = isObject(encoding) ? encoding[along] : undefined;
  if (!isObject(encoding) || !isObject(channel) || !isLabelled(type)) return spec;
  const isStacked = typeof channel['stack'] === 'string' && isObject(encoding['color']);
  const isTotal = isStacked && channel['stack'] === 'zero' && labels.position === 'outside-end';
  if (isTotal && !parts.measures.every((column: Column) => isAdditive(column))) return spec;
  const name = fieldName(channel);
  const inside = insides[labels.position];
  const isWithin = inside !== undefined && isBar(type);
  const { color, ...shared } = encoding;
  const marked = isTotal
    ? totalOf(shared, along, other, channel)
    : placedAt({ channel, along, name, isStacked, inside });
  const main = layer === undefined ? { mark, encoding } : { encoding, layer };
  const value = isTotal ? totalField : name;
  const text = `isValid(datum[${quoted(value)}]) ? ${textOf(value, labels, parts)} : ''`;
  const ink = inks[parts.isDark ? 'dark' : 'light'].text;
  return {
    ...rest,
    layer: [
      main,
      {
        transform: [...marked.transform, { calculate: text, as: textField }],
        mark: {
          type: 'text',
          tooltip: null,
          aria: false,
          fontSize: labels.size ?? 11,
          ...placeOf(labels.position, along),
        },
        encoding: {
          ...(isTotal ? {} : shared),
          ...(isObject(color) && !isTotal ? { detail: { field: color['field'], type: 'nominal' } } : {}),
          ...marked.encoding,
          text: { field: textField },
          color: { value: isWithin ? '#ffffff' : ink },
        },
      },
    ],
  };
}

const textField = '_text';
const totalField = '_total';
const placeField = '_at';
/** How far up a bar its value stands. */
const insides: Readonly<Partial<Record<LabelStyle['position'], number>>> = {
  'inside-end': 1,
  'inside-centre': 0.5,
  'inside-base': 0,
};

interface LabelPlacement {
  readonly transform: readonly Spec[];
  readonly encoding: Spec;
}

function totalOf(shared: Spec, along: string, other: string, channel: Spec): LabelPlacement {
  const category = shared[other];
  return {
    transform: [
      {
        aggregate: [{ op: 'sum', field: channel['field'], as: totalField }],
        groupby: [isObject(category) ? category['field'] : ''],
      },
    ],
    encoding: { [other]: category, [along]: { ...channel, field: totalField, stack: null } },
  };
}

interface PlaceInput {
  readonly channel: Spec;
  readonly along: string;
  readonly name: string;
  readonly isStacked: boolean;
  readonly inside: number | undefined;
}

function placedAt({ channel, along, name, isStacked, inside }: PlaceInput): LabelPlacement {
  if (isStacked) return { transform: [], encoding: { [along]: { ...channel, bandPosition: inside ?? 1 } } };
  if (inside === undefined || inside === 1) return { transform: [], encoding: { [along]: channel } };
  return {
    transform: [{ calculate: `datum[${quoted(name)}] * ${inside}`, as: placeField }],
    encoding: { [along]: { ...channel, field: placeField } },
  };
}

const isBar = (type: ChartType): boolean => type.endsWith('_bar');
const isLabelled = (type: ChartType): boolean => isBar(type) || type === 'line' || type === 'area';

function textOf(field: string, { format }: LabelStyle, { measure, measures, locale }: SpecParts): string {
  const value = `datum[${quoted(field)}]`;
  if (format !== undefined) return `format(${value}, ${quoted(format)})`;
  const isOneUnit = measures.every((each) => each.format === measure.format);
  return numberLabel(isOneUnit ? measure : { name: titleOf(measure), type: 'number' }, locale, value);
}

function placeOf(position: LabelStyle['position'], along: 'x' | 'y'): Spec {
  const isUp = along === 'y';
  switch (position) {
    case 'outside-end':
      return isUp ? { baseline: 'bottom', dy: -3 } : { align: 'left', dx: 4 };
    case 'inside-end':
      return isUp ? { baseline: 'top', dy: 4 } : { align: 'right', dx: -4 };
    case 'inside-base':
      return isUp ? { baseline: 'bottom', dy: -4 } : { align: 'left', dx: 4 };
    default:
      return isUp ? { baseline: 'middle' } : { align: 'center' };
  }
}
