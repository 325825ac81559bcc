import { type MapStyle, readShapes, type Shape } from '@orrery/charts';
import { loadModule } from '../load/index.ts';
import { feature } from 'topojson-client';

type ShapeNames = Readonly<Record<string, string | readonly string[]>>;

/** Shapes as they are shipped: a place too small for the scale of the map is a point. */
interface Shipped {
  readonly topology: { readonly objects: { readonly shapes: object } };
  readonly dots: readonly (readonly [longitude: number, latitude: number, names: ShapeNames])[];
}

export type LoadedShapes =
  | { readonly ok: true; readonly shapes: readonly Shape[] }
  | { readonly ok: false; readonly reason: string };

const texts = {
  noShapes: 'This map has no shapes yet: give it GeoJSON.',
} as const;

/** Read once; what could not be loaded is asked for again with the next map. */
function readOnce(load: () => Promise<string>): () => Promise<readonly Shape[]> {
  let read: Promise<readonly Shape[]> | undefined;
  return () => {
    read ??= loadModule(load).then(shapesOf, (error: unknown) => {
      read = undefined;
      throw error;
    });
    return read;
  };
}

const states = readOnce(async () => (await import('./shapes/us-states-shapes.ts')).usStatesShapes);
const world = readOnce(async () => (await import('./shapes/world-shapes.ts')).worldShapes);

/** Loads the shapes of a map, from where the application itself comes from, or reads those that somebody brought. */
export async function loadShapes({ shapes, geojson }: MapStyle, isOfRegions: boolean): Promise<LoadedShapes> {
  if (isOfRegions && shapes === 'custom') {
    return geojson === undefined ? { ok: false, reason: texts.noShapes } : readShapes(geojson);
  }
  if (isOfRegions && shapes === 'us-states') {
    return { ok: true, shapes: await states() };
  }
  return { ok: true, shapes: await world() };
}

function shapesOf(text: string): readonly Shape[] {
  const { topology, dots } = JSON.parse(text) as Shipped; // our own file
  const { features } = feature(topology, topology.objects.shapes);
  const areas = features.map(
    ({ geometry, properties }): Shape => ({
      geometry:
        geometry.type === 'Polygon'
          ? { type: 'MultiPolygon', coordinates: [geometry.coordinates] }
          : { type: 'MultiPolygon', coordinates: geometry.coordinates },
      names: namesOf(properties),
    }),
  );
  return [...areas, ...dots.map(([longitude, latitude, names]) => dotOf(longitude, latitude, namesOf(names)))];
}

function namesOf(names: ShapeNames): Shape['names'] {
  return Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, typeof name === 'string' ? [name] : name]),
  );
}

const corners = 12;
const radius = 0.45;

/** A small circle; its ring goes with the clock. */
function dotOf(longitude: number, latitude: number, names: Shape['names']): Shape {
  const ring = Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (-2 * Math.PI * (corner % corners)) / corners;
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
  return { geometry: { type: 'MultiPolygon', coordinates: [[ring]] }, names };
}
