import { type Column, mapChart, mapFormOf, readMapStyle, type Row, shapesData } from '@orrery/charts';
import * as geo from 'vega-geo';
import { loadShapes } from './load-shapes.ts';

export interface MapPlanInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The settings of the map, which are untrusted data. */
  readonly map: unknown;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
}

/** The transforms that maps need in addition to those of all charts. */
export const mapTransforms = geo;

/** Plans the drawing of a map, or returns the reason why there is none. */
export async function mapPlan({ columns, rows, map, isDark, locale }: MapPlanInput) {
  const style = readMapStyle(map) ?? {};
  const loaded = await loadShapes(style, mapFormOf(columns, style) === 'regions');
  if (!loaded.ok) return loaded;
  const made = mapChart({ columns, rows, style, shapes: loaded.shapes, isDark, locale });
  if (!made.ok) return made;
  const { spec, values, shapes, notes } = made;
  return { ok: true, spec, values, notes, others: { [shapesData]: shapes }, hasOwnSize: false, isOwn: true } as const;
}
