import type { Extent } from './extent.ts';

export interface MapPoint {
  readonly row: number;
  readonly longitude: number;
  readonly latitude: number;
}

export interface Cluster {
  readonly longitude: number;
  readonly latitude: number;
  readonly points: readonly MapPoint[];
}

/** A cluster reaches over this part of the longer side of a map. */
const reach = 1 / 24;

/** Puts each point to the first cluster that began near it. A cluster stands in the middle of its points. */
export function clusterPoints(points: readonly MapPoint[], { west, east, south, north }: Extent): readonly Cluster[] {
  const near = Math.max(east - west, north - south) * reach;
  const clusters: MapPoint[][] = [];
  for (const each of points) {
    const point = each.longitude < west ? { ...each, longitude: each.longitude + 360 } : each;
    const home = clusters.find(([first]) => first && distanceOf(first, point) <= near);
    if (home) home.push(point);
    else clusters.push([point]);
  }
  return clusters.map((inside) => ({
    longitude: inside.reduce((sum, { longitude }) => sum + longitude, 0) / inside.length,
    latitude: inside.reduce((sum, { latitude }) => sum + latitude, 0) / inside.length,
    points: inside,
  }));
}

const distanceOf = (one: MapPoint, other: MapPoint): number =>
  Math.hypot(one.longitude - other.longitude, one.latitude - other.latitude);
