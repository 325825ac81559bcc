import type { Spec } from '../spec/index.ts';
import { colorsIn, rampOf } from '../style/index.ts';
import { inks } from '../theme/index.ts';
import type { MapStyle } from './map-style.ts';
import type { Shape } from './shapes.ts';

/** The name that the shapes below the rows have in specs. */
export const shapesData = 'shapes';

export interface MapColors {
  readonly land: string;
  readonly sea: string;
  readonly edge: string;
}

export function colorsOf(isDark: boolean): MapColors {
  const { line, surface } = inks[isDark ? 'dark' : 'light'];
  return { land: line, edge: surface, sea: isDark ? '#1b2230' : '#f1f4f9' };
}

/** Makes the feature that draws a shape. Its tooltip shows the name. */
export function featureOf({ geometry }: Shape, name: string, more: object = {}): object {
  return { type: 'Feature', geometry, name, ...more };
}

/** The first of the names of a shape. */
export function shapeName({ names }: Shape): string {
  return Object.values(names)[0]?.[0] ?? '';
}

/** The sea of a globe, and the shapes that stand below everything else. */
export function groundOf(isGlobe: boolean, { land, sea, edge }: MapColors): readonly Spec[] {
  const globe = { data: { sphere: true }, mark: { type: 'geoshape', fill: sea, stroke: land, tooltip: null } };
  const ground = {
    data: { name: shapesData },
    mark: { type: 'geoshape', fill: land, stroke: edge, strokeWidth: 0.6 },
    encoding: { tooltip: { field: 'name', type: 'nominal' } },
  };
  return [...(isGlobe ? [globe] : []), ground];
}

/** Colours of amounts, without the one that is hardly another one than that of land. */
export function rampOnLand(style: MapStyle, isDark: boolean): readonly string[] {
  const ramp = rampOf(style, isDark);
  if (colorsIn(style.palette) || ramp.length < 4) return [...ramp];
  return style.isReversed ? ramp.slice(0, -1) : ramp.slice(1);
}
