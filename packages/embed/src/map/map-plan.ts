import { type Column, mapChart, mapFormOf, readMapStyle, type Row, shapesData } from '@orrery/charts';
import * as geo from 'vega-geo';
import { loadShapes } from './load-shapes.ts';

export interface MapPlanInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** What was set for the map, which is data of others. */
  readonly map: unknown;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
}

/** What maps are drawn with, beside what all charts are drawn with. */
export const mapTransforms = geo;

/** What a map draws; or why there is none. */
export async function mapPlan({ columns, rows, map, isDark, locale }: MapPlanInput) {
  const style = readMapStyle(map) ?? {};
  const loaded = await loadShapes(style, mapFormOf(columns, style) === 'regions');
  if (!loaded.ok) return loaded;
  const made = mapChart({ columns, rows, style, shapes: loaded.shapes, isDark, locale });
  if (!made.ok) return made;
  const { spec, values, shapes, notes } = made;
  return { ok: true, spec, values, notes, others: { [shapesData]: shapes }, hasOwnSize: false, isOwn: true } as const;
}
