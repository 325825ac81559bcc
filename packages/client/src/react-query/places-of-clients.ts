import type { QueryClient } from '@tanstack/react-query';

/** The clients that have asked over a cache, in the order in which they came. */
const known = new WeakMap<QueryClient, WeakMap<object, number>>();
const counts = new WeakMap<QueryClient, number>();

/**
 * Numbers the clients of a cache, so that answers of one are never shown as those of another. The first one is 0, and needs no
 * mark in the keys of its queries.
 */
export function placeOf(client: object, cache: QueryClient): number {
  const places = known.get(cache) ?? new WeakMap<object, number>();
  known.set(cache, places);
  const place = places.get(client) ?? counts.get(cache) ?? 0;
  if (!places.has(client)) counts.set(cache, place + 1);
  places.set(client, place);
  return place;
}
