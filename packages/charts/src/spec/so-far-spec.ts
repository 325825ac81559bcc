import { besideSoFarField, soFarField } from '../data/index.ts';
import { isObject, fieldName, quoted, type Spec } from './field.ts';

const isOpen = `datum.${soFarField}`;
const isNearOpen = `${isOpen} || datum.${besideSoFarField}`;

/**
 * Draws buckets that are not over differently: lines to them are dashed, bars and areas have a second fill over the first.
 *
 * @param fill of that second layer, which lets the colour below through
 */
export function soFarSpec(spec: Spec, fill: string, above: Spec = {}): Spec {
  const encoding = { ...above, ...(isObject(spec['encoding']) ? spec['encoding'] : {}) };
  if (Array.isArray(spec['layer'])) {
    const layers = spec['layer'] as readonly Spec[];
    return { ...spec, layer: layers.map((layer) => soFarSpec(layer, fill, encoding)) };
  }
  const { mark: given, ...rest } = spec;
  const mark: Spec = isObject(given) ? given : { type: given };
  if (mark['type'] === 'line') return { ...rest, layer: linesOf(mark, encoding) };
  if (mark['type'] === 'bar' || mark['type'] === 'area')
    return { ...rest, layer: [{ mark }, overOf(mark, fill, encoding)] };
  return spec;
}

/** The first line has a gap where a bucket is not over, through which the second one goes. */
function linesOf(mark: Spec, { y }: Spec): readonly Spec[] {
  const { point, ...line } = mark;
  const points =
    point === undefined ? [] : [{ mark: { ...(isObject(point) ? point : {}), type: 'point', filled: true } }];
  const value = isObject(y) ? fieldName(y) : '';
  return [
    { transform: [{ calculate: `${isOpen} ? null : datum[${quoted(value)}]`, as: value }], mark: line },
    { transform: [{ filter: isNearOpen }], mark: { ...line, aria: false, strokeDash: [4, 4] } },
    ...points,
  ];
}

function overOf(mark: Spec, fill: string, { color }: Spec): Spec {
  const shown = mark['type'] === 'area' ? isNearOpen : isOpen;
  const detail =
    isObject(color) && color['field'] !== undefined ? { detail: { field: color['field'], type: 'nominal' } } : {};
  return {
    transform: [{ filter: shown }],
    mark: { ...mark, aria: false, ...(mark['type'] === 'area' ? { line: false, fillOpacity: 1 } : {}) },
    encoding: { color: { value: fill }, ...detail },
  };
}
