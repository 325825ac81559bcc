import { type ChosenPalette, numberWithin, objectOf, oneOf, palette, type Read, text, yes } from '../style/index.ts';
import { mostOfGeojson } from './shapes.ts';

/** The settings of a map that a user made. Absent: points where there are coordinates, else countries of the world. */
export interface MapStyle {
  readonly form?: 'points' | 'regions';
  /** Absent: Mercator. */
  readonly projection?: 'globe';
  /** The longitude in the middle of a globe; absent: that of what is drawn. */
  readonly middle?: number;
  /** Names of columns with degrees. */
  readonly latitude?: string;
  readonly longitude?: string;
  readonly size?: string;
  readonly color?: string;
  /** Points near each other are one, with their number. */
  readonly isClustered?: boolean;
  /** Absent: countries of the world. */
  readonly shapes?: 'us-states' | 'custom';
  /** GeoJSON as text, of shapes that somebody brought. */
  readonly geojson?: string;
  /** The property of shapes that has their names; absent: the one that most rows have a value of. */
  readonly property?: string;
  readonly dimension?: string;
  readonly measure?: string;
  /** Regions without a row are not drawn. */
  readonly isUnmatchedHidden?: boolean;
  readonly palette?: ChosenPalette;
  readonly isReversed?: boolean;
}

/**
 * Reads GeoJSON; other programs write it as a value. A text that is too long is kept with one letter more than allowed,
 * by which the reader of the shapes sees that it is too long.
 */
const geojson: Read<string> = (value) => {
  const text = typeof value === 'object' && value !== null ? written(value) : value;
  return typeof text === 'string' ? text.slice(0, mostOfGeojson + 1) : undefined;
};

/** JSON of what is nested too deep cannot be written. */
function written(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const style = objectOf<MapStyle>({
  form: oneOf('points', 'regions'),
  projection: oneOf('globe'),
  middle: numberWithin(-180, 180),
  latitude: text,
  longitude: text,
  size: text,
  color: text,
  isClustered: yes,
  shapes: oneOf('us-states', 'custom'),
  geojson,
  property: text,
  dimension: text,
  measure: text,
  isUnmatchedHidden: yes,
  palette,
  isReversed: yes,
});

/** Reads the settings of a map, which are untrusted data. Settings that cannot be read are left out. */
export function readMapStyle(given: unknown): MapStyle | undefined {
  return style(given);
}
