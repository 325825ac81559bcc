import type { Column, Row } from '../column.ts';
import type { Spec } from '../spec/index.ts';
import { mapFormOf } from './map-columns.ts';
import type { MapStyle } from './map-style.ts';
import { pointMap } from './point-map.ts';
import { regionMap } from './region-map.ts';
import type { Shape } from './shapes.ts';

export interface MapInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly style: MapStyle;
  /** Of regions, or of the land below points. */
  readonly shapes: readonly Shape[];
  readonly locale?: string | undefined;
  readonly isDark: boolean;
}

export type MapChart =
  | {
      readonly ok: true;
      readonly spec: Spec;
      /** What is drawn of rows, under the name that every spec has them by. */
      readonly values: readonly object[];
      /** What is drawn below them, under the name `shapes`. */
      readonly shapes: readonly object[];
      /** Sentences about what the picture leaves out. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Makes the picture of a map: points by their coordinates, or regions by their names. */
export function mapChart(input: MapInput): MapChart {
  return mapFormOf(input.columns, input.style) === 'points' ? pointMap(input) : regionMap(input);
}
