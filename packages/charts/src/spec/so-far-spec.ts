import { beforeSoFarField, soFarField } from '../data/index.ts';
import { isObject, type Spec } from './field.ts';

const isOpen = `datum.${soFarField}`;
const isBeforeOpen = `datum.${beforeSoFarField}`;

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
  if (mark['type'] === 'line') return { ...rest, layer: linesOf(mark) };
  if (mark['type'] === 'bar' || mark['type'] === 'area')
    return { ...rest, layer: [{ mark }, overOf(mark, fill, encoding)] };
  return spec;
}

function linesOf(mark: Spec): readonly Spec[] {
  const { point, ...line } = mark;
  const points =
    point === undefined ? [] : [{ mark: { ...(isObject(point) ? point : {}), type: 'point', filled: true } }];
  return [
    { transform: [{ filter: `!${isOpen}` }], mark: line },
    { transform: [{ filter: `${isOpen} || ${isBeforeOpen}` }], mark: { ...line, strokeDash: [4, 4] } },
    ...points,
  ];
}

function overOf(mark: Spec, fill: string, { color }: Spec): Spec {
  const shown = mark['type'] === 'area' ? `${isOpen} || ${isBeforeOpen}` : isOpen;
  const detail =
    isObject(color) && color['field'] !== undefined ? { detail: { field: color['field'], type: 'nominal' } } : {};
  return {
    transform: [{ filter: shown }],
    mark: { ...mark, aria: false, ...(mark['type'] === 'area' ? { line: false, fillOpacity: 1 } : {}) },
    encoding: { color: { value: fill }, ...detail },
  };
}
