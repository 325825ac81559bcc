export type MapPosition = readonly number[];
type Ring = readonly MapPosition[];
type Polygon = readonly Ring[];

interface ShapeGeometry {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly Polygon[];
}

/** An area of a map. */
export interface Shape {
  readonly geometry: ShapeGeometry;
  /** All names that it has, by the property that they stand in. The first one is shown. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

export type ReadShapes =
  | { readonly ok: true; readonly shapes: readonly Shape[] }
  | { readonly ok: false; readonly reason: string };

/** Letters of GeoJSON that a report can hold. */
export const mostOfGeojson = 500_000;

const most = { shapes: 5_000, positions: 100_000, properties: 50, name: 200 };
const refused = (reason: string): ReadShapes => ({ ok: false, reason });

const texts = {
  tooLarge: `The GeoJSON of this map is larger than ${mostOfGeojson.toLocaleString('en')} letters.`,
  noJson: 'The GeoJSON of this map is not JSON.',
  noAreas: 'The GeoJSON of this map has no areas: it needs features with polygons.',
  tooMany: 'The GeoJSON of this map has too many areas or positions.',
  noDegrees: 'The GeoJSON of this map has positions that are no degrees of longitude and latitude.',
} as const;

/** Reads GeoJSON (RFC 7946), which is data of others: areas and their names are taken, and nothing else. */
export function readShapes(text: string): ReadShapes {
  if (text.length > mostOfGeojson) return refused(texts.tooLarge);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(texts.noJson);
  }
  const features = isObject(value) && Array.isArray(value['features']) ? value['features'] : [value];
  if (features.length > most.shapes) return refused(texts.tooMany);
  const count = { positions: 0 };
  const shapes: Shape[] = [];
  for (const feature of features) {
    const polygons = polygonsOf(feature, count);
    if (polygons === 'too many') return refused(texts.tooMany);
    if (polygons === 'no degrees') return refused(texts.noDegrees);
    if (polygons.length === 0) continue;
    shapes.push({ geometry: { type: 'MultiPolygon', coordinates: polygons.map(turned) }, names: namesOf(feature) });
  }
  return shapes.length === 0 ? refused(texts.noAreas) : { ok: true, shapes };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type ShapeFault = 'too many' | 'no degrees';

function polygonsOf(feature: unknown, count: { positions: number }): readonly Polygon[] | ShapeFault {
  const geometry = isObject(feature) && isObject(feature['geometry']) ? feature['geometry'] : feature;
  if (!isObject(geometry)) return [];
  const { type, coordinates } = geometry;
  const given = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  if (!Array.isArray(given)) return 'no degrees';
  const polygons: Polygon[] = [];
  for (const polygon of given as readonly unknown[]) {
    if (!Array.isArray(polygon)) return 'no degrees';
    for (const ring of polygon as readonly unknown[]) {
      if (!Array.isArray(ring) || ring.length < 4) return 'no degrees';
      count.positions += ring.length;
      if (count.positions > most.positions) return 'too many';
      if (!ring.every(isPosition)) return 'no degrees';
    }
    polygons.push((polygon as Polygon).map((ring) => ring.map((at) => at.slice(0, 2)))); // each was looked at
  }
  return polygons;
}

function isPosition(value: unknown): value is MapPosition {
  if (!Array.isArray(value)) return false;
  const [longitude, latitude] = value as readonly unknown[];
  return isWithin(longitude, 180) && isWithin(latitude, 90);
}

const isWithin = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) <= most;

function namesOf(feature: unknown): Shape['names'] {
  const { properties, id } = isObject(feature) ? feature : {};
  const all = [...Object.entries(isObject(properties) ? properties : {}), ['id', id] as const];
  const named = all.flatMap(([key, value]) => {
    const name = typeof value === 'number' ? String(value) : value;
    return typeof name === 'string' && name !== '' && name.length <= most.name ? [[key, [name]] as const] : [];
  });
  return Object.fromEntries(named.slice(0, most.properties));
}

/**
 * Turns the rings of a polygon. The projection takes the area to the right of a ring, on a sphere, as its inside, and
 * the standard the one to the left: a ring in the wrong direction would cover the whole world except itself.
 */
function turned(polygon: Polygon): Polygon {
  return polygon.map((ring, index) => {
    const isClockwise = areaOf(ring) < 0;
    return isClockwise === (index === 0) ? ring : ring.toReversed();
  });
}

/** Positive where the ring goes against the clock. */
function areaOf(ring: Ring): number {
  let area = 0;
  ring.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    area += x * nextY - nextX * y;
  });
  return area / 2;
}

/** Names of properties that shapes can be told apart by. */
export function propertiesOf(shapes: readonly Shape[]): readonly string[] {
  return [...new Set(shapes.slice(0, 500).flatMap(({ names }) => Object.keys(names)))].slice(0, most.properties);
}
