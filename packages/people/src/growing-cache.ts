import { LRUCache } from 'lru-cache';

/** Makes a cache of so many entries at most that grows with them; with `max` all of it would be allocated at once. */
export function growingCache<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
