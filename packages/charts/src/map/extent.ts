import type { Spec } from '../spec/index.ts';
import type { Shape, MapPosition } from './shapes.ts';

/** Degrees, from west to east and from south to north. East of the line of 180 degrees, they go on. */
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

export interface Extents {
  /**
   * The extent of a flat map. It is cut at the line of 180 degrees, unless a shape that crosses the line would become
   * twice as wide.
   */
  readonly flat: Extent;
  /** The narrowest one, wherever it begins. */
  readonly round: Extent;
}

/** @param lines of places; a line goes the shorter way to its next place, as it is drawn */
export function extentsOf(lines: Iterable<readonly MapPosition[]>): Extents | undefined {
  let [west, east, south, north] = [180, -180, 90, -90];
  const spans: (readonly [from: number, to: number])[] = [];
  for (const line of lines) {
    line.forEach(([longitude = 0, latitude = 0], index) => {
      [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
      [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
      const [before = longitude] = line[index - 1] ?? [];
      const [least, largest] = before < longitude ? [before, longitude] : [longitude, before];
      spans.push(largest - least <= 180 ? [least, largest] : [largest, least + 360]);
    });
  }
  if (west > east) return undefined;
  const [from, to] = narrowestOf(spans);
  const isCut = to <= 180 || (to - from) * 2 > east - west;
  return {
    flat: { ...(isCut ? { west, east } : { west: from, east: to }), south, north },
    round: { west: from, east: to, south, north },
  };
}

/** Returns the circle without its largest gap. */
function narrowestOf(spans: readonly (readonly [number, number])[]): readonly [number, number] {
  let reach = spans.reduce((most, [, to]) => Math.max(most, to), -Infinity) - 360;
  let [gap, west] = [0, -180];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (from - reach > gap) [gap, west] = [from - reach, from];
    reach = Math.max(reach, to);
  }
  return [west, west + 360 - gap];
}

export function extentsOfShapes(shapes: readonly Shape[]): Extents | undefined {
  return extentsOf(shapes.flatMap(({ geometry }) => geometry.coordinates.flatMap(([ring]) => (ring ? [ring] : []))));
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const up = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + radians(Math.max(-mostLatitude, Math.min(mostLatitude, latitude))) / 2));
const latitudeAt = (height: number) => ((2 * Math.atan(Math.exp(height)) - Math.PI / 2) * 180) / Math.PI;

/** Mercator, with an extent in the middle of the picture, and some space around it. */
export function mercatorOf({ west, east, south, north }: Extent): Spec {
  const across = radians(Math.max(east - west, leastSpan));
  const down = Math.max(up(north) - up(south), radians(leastSpan));
  const middle = (west + east) / 2;
  const height = latitudeAt((up(north) + up(south)) / 2);
  const isWorld = east - west > 300;
  const isAcross = !isWorld && (east > 180 || west < -180);
  const share = isWorld ? 1 : 0.88;
  return {
    type: 'mercator',
    ...(isAcross ? { rotate: [-middle, 0, 0], center: [0, height] } : { center: [middle, height] }),
    scale: { expr: `${share} * min(width / ${across}, height / ${down})` },
    translate: { expr: '[width / 2, height / 2]' },
    clipExtent: { expr: '[[0, 0], [width, height]]' },
  };
}

/** The size of the USA at its scale. Source: us-atlas 3, whose states are drawn so */
const states = { width: 975, height: 610, scale: 1_300 };

/** The USA by areas of equal size, Alaska and Hawaii below the south-west. */
export function albersUsa(): Spec {
  return {
    type: 'albersUsa',
    scale: { expr: `${states.scale} * min(width / ${states.width}, height / ${states.height})` },
    translate: { expr: '[width / 2, height / 2]' },
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

export function middleOf({ west, east, south, north }: Extent): readonly [number, number] {
  const middle = (west + east) / 2;
  return [middle > 180 ? middle - 360 : middle, (south + north) / 2];
}

/** Whether some of a shape is on the side of the globe that is seen. */
export function isShapeSeen({ geometry }: Shape, from: readonly [number, number]): boolean {
  return geometry.coordinates.some((polygon) =>
    polygon.some((ring) => ring.some(([longitude = 0, latitude = 0]) => isSeen([longitude, latitude], from))),
  );
}
