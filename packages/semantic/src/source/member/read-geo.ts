import type { DimensionSource, AuthorSql } from '../definition.ts';
import { type KeyPath, placeOf } from '../finding.ts';
import { type DeclaredFields, type Reading, readFields, refuse, requireField, shape } from '../fields/read-fields.ts';
import { readSql } from '../fields/read-sql.ts';

const coordinateKeys = shape(['sql']);

/** `latitude` and `longitude` of a dimension of type `geo`. */
export function readGeo(fields: DeclaredFields, place: KeyPath, reading: Reading): DimensionSource | undefined {
  const { piece } = reading;
  for (const key of ['sql', 'case', 'sub_query']) {
    if (fields.has(key)) refuse(reading, 'model.geo-key', { piece, key }, placeOf(place, key), { mark: 'key' });
  }
  const latitude = readCoordinate(fields, 'latitude', place, reading);
  const longitude = readCoordinate(fields, 'longitude', place, reading);
  return latitude && longitude && { kind: 'geo', latitude, longitude };
}

function readCoordinate(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): AuthorSql | undefined {
  if (!requireField(fields, key, place, reading)) return undefined;
  const at = placeOf(place, key);
  const its = readFields(fields.get(key), coordinateKeys, at, reading);
  if (!its || !requireField(its, 'sql', at, reading)) return undefined;
  return readSql(its, 'sql', at, reading);
}

/** Refuses coordinates of anything but a place. */
export function refuseCoordinates(fields: DeclaredFields, place: KeyPath, reading: Reading): void {
  for (const key of ['latitude', 'longitude']) {
    if (!fields.has(key)) continue;
    const params = { piece: reading.piece, path: `${key}`, needs: 'type: geo' };
    refuse(reading, 'model.needs-key', params, placeOf(place, key), { mark: 'key' });
  }
}
