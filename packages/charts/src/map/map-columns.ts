import { type Column, isMeasure, isTime } from '../column.ts';
import type { MapStyle } from './map-style.ts';

const isNumber = ({ type }: Column): boolean => type === 'number';
const named = (columns: readonly Column[], name: string | undefined) => columns.find((each) => each.name === name);
/** Finds a column. A column that the user chose is never replaced by another one. */
const chosen = (columns: readonly Column[], name: string | undefined, usual: (column: Column) => boolean) =>
  name === undefined ? columns.find(usual) : named(columns, name);

/** The columns that say where points are. A place has both degrees in one value. */
export type PointColumns = { readonly place: Column } | { readonly latitude: Column; readonly longitude: Column };

export function pointColumnsOf(columns: readonly Column[], style: MapStyle): PointColumns | undefined {
  const numbers = columns.filter(isNumber);
  const latitude = chosen(numbers, style.latitude, ({ name }) => /(?:^|[._])lat(?:itude)?$/i.test(name));
  const longitude = chosen(numbers, style.longitude, ({ name }) => /(?:^|[._])(?:lon|lng|long|longitude)$/i.test(name));
  if (latitude && longitude && latitude !== longitude) return { latitude, longitude };
  const place = hasChosenDegrees(style) ? undefined : columns.find(({ type }) => type === 'geo');
  return place && { place };
}

const hasChosenDegrees = ({ latitude, longitude }: MapStyle): boolean =>
  latitude !== undefined || longitude !== undefined;

export interface RegionColumns {
  readonly dimension: Column;
  readonly measure: Column;
}

const isOfNames = (column: Column) => !isMeasure(column) && !isTime(column) && column.type !== 'geo';

/** A region has one row, so there is one dimension. */
export function regionColumnsOf(columns: readonly Column[], style: MapStyle): RegionColumns | undefined {
  const dimensions = columns.filter((column) => !isMeasure(column));
  const measures = columns.filter((column) => isMeasure(column) && isNumber(column));
  const dimension = chosen(dimensions, style.dimension, () => true);
  const measure = chosen(measures, style.measure, () => true);
  return dimensions.length === 1 && dimension && isOfNames(dimension) && measure ? { dimension, measure } : undefined;
}

/** Whether a map of points or of regions is drawn. */
export function mapFormOf(columns: readonly Column[], style: MapStyle): 'points' | 'regions' {
  return style.form ?? (hasChosenDegrees(style) || pointColumnsOf(columns, style) ? 'points' : 'regions');
}

/** @returns the columns that were chosen for a map and are gone */
export function goneFrom(columns: readonly Column[], names: readonly (string | undefined)[]): readonly string[] {
  return names.flatMap((name) => (name === undefined || named(columns, name) ? [] : [name]));
}

/** @returns what a map needs and the columns are not; `undefined` if they can be drawn as one */
export function missingForMap(columns: readonly Column[]): string | undefined {
  const hasPoints = columns.some(({ type }) => type === 'geo') || columns.filter(isNumber).length > 1;
  if (hasPoints || regionColumnsOf(columns, {})) return undefined;
  return 'It needs latitude and longitude, or 1 dimension of names of regions and 1 measure.';
}
