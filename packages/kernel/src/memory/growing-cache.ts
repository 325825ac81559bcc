import { LRUCache } from 'lru-cache';

/**
 * Makes a cache of so many entries at most that grows with them; with `max` all of it would be allocated at once.
 *
 * @param most entries; above it the least recently used goes
 * @param ttl milliseconds that an entry lasts; without it, until it goes
 */
export function growingCache<Key extends {}, Value extends {}>(most: number, ttl?: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) });
}
