import type { Spec } from '../spec/index.ts';
import type { Shape } from './shapes.ts';

/** Degrees, from west to east and from south to north. */
export interface Extent {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

export const world: Extent = { west: -180, east: 180, south: -58, north: 80 };

/** Beyond it, Mercator has no end. */
const mostLatitude = 84;
const leastSpan = 1;

export function extentOf(positions: Iterable<readonly number[]>): Extent | undefined {
  let [west, east, south, north] = [180, -180, 90, -90];
  for (const [longitude = 0, latitude = 0] of positions) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return west > east ? undefined : { west, east, south, north };
}

/** The extent of shapes. Parts across the line of 180 degrees are left out where others are there. */
export function extentOfShapes(shapes: readonly Shape[]): Extent | undefined {
  const positions = shapes.flatMap(({ geometry }) => geometry.coordinates.flatMap(([ring = []]) => ring));
  const all = extentOf(positions);
  if (!all || all.east - all.west < 300) return all;
  return extentOf(positions.filter(([longitude = 0]) => longitude < 0)) ?? all;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const up = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + radians(Math.max(-mostLatitude, Math.min(mostLatitude, latitude))) / 2));
const latitudeAt = (height: number) => ((2 * Math.atan(Math.exp(height)) - Math.PI / 2) * 180) / Math.PI;

/** Mercator, with an extent in the middle of the picture, and some space around it. */
export function mercatorOf({ west, east, south, north }: Extent): Spec {
  const across = radians(Math.max(east - west, leastSpan));
  const down = Math.max(up(north) - up(south), radians(leastSpan));
  const center = [(west + east) / 2, latitudeAt((up(north) + up(south)) / 2)];
  const isWorld = east - west > 300;
  const share = isWorld ? 1 : 0.88;
  return {
    type: 'mercator',
    center,
    scale: { expr: `${share} * min(width / ${across}, height / ${down})` },
    translate: { expr: '[width / 2, height / 2]' },
    clipExtent: { expr: '[[0, 0], [width, height]]' },
  };
}

/** The globe, seen from above a place. */
export function globeOf([longitude, latitude]: readonly [number, number]): Spec {
  return {
    type: 'orthographic',
    rotate: [-longitude, -latitude, 0],
    scale: { expr: '0.48 * min(width, height)' },
    translate: { expr: '[width / 2, height / 2]' },
  };
}

/** Whether a place is on the side of the globe that is seen. */
export function isSeen([longitude, latitude]: readonly [number, number], from: readonly [number, number]): boolean {
  const [one, other] = [radians(latitude), radians(from[1])];
  const cosine =
    Math.sin(one) * Math.sin(other) + Math.cos(one) * Math.cos(other) * Math.cos(radians(longitude - from[0]));
  return cosine > 0;
}

export const middleOf = ({ west, east, south, north }: Extent): readonly [number, number] => [
  (west + east) / 2,
  (south + north) / 2,
];
