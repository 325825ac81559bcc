/** A client, as a provider gives it to the hooks. */
export interface Provided<Client> {
  readonly client: Client;
  readonly cacheKey: string | undefined;
}

const marks = new WeakMap<object, string>();

/**
 * Marks the answers of a client in the keys of a cache, so that those of one are never shown as those of another. Without a
 * `cacheKey` the mark is random: a cache that outlives the page gives nothing to the clients of the next one.
 */
export function markOf({ client, cacheKey }: Provided<object>): string {
  if (cacheKey !== undefined) return `key ${cacheKey}`;
  const mark = marks.get(client) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  marks.set(client, mark);
  return mark;
}
