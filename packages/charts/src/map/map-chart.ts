import type { Column, Row } from '../column.ts';
import type { Spec } from '../spec/index.ts';
import { goneFrom, mapFormOf } from './map-columns.ts';
import type { MapStyle } from './map-style.ts';
import { pointMap } from './point-map.ts';
import { regionMap } from './region-map.ts';
import type { Shape } from './shapes.ts';

export interface MapInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly style: MapStyle;
  /** The shapes of the regions, or of the land below points. */
  readonly shapes: readonly Shape[];
  readonly locale?: string | undefined;
  readonly isDark: boolean;
}

export type MapChart =
  | {
      readonly ok: true;
      readonly spec: Spec;
      /** The marks that are drawn from rows, under the name by which all specs refer to them. */
      readonly values: readonly object[];
      /** The shapes that are drawn below the marks, under the name `shapes`. */
      readonly shapes: readonly object[];
      /** Sentences about what the picture leaves out. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

const noColumn = (name: string) => `This answer has no column ${name}.`;

/** Makes the picture of a map: points by their coordinates, or regions by their names. */
export function mapChart(input: MapInput): MapChart {
  const { columns, style } = input;
  const isOfPoints = mapFormOf(columns, style) === 'points';
  const needed = isOfPoints ? [style.latitude, style.longitude] : [style.dimension, style.measure];
  const [gone] = goneFrom(columns, needed);
  if (gone !== undefined) return { ok: false, reason: noColumn(gone) };
  const made = isOfPoints ? pointMap(input) : regionMap(input);
  if (!made.ok || !isOfPoints || style.isClustered) return made;
  const without = [...new Set(goneFrom(columns, [style.size, style.color]))];
  return { ...made, notes: [...made.notes, ...without.map(noColumn)] };
}
