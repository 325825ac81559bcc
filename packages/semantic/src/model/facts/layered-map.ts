/** A map with some entries laid over those of another map, which is neither copied nor walked until it is read. */
export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly #below: ReadonlyMap<Key, Value>;
  readonly #above: ReadonlyMap<Key, Value>;

  constructor(below: ReadonlyMap<Key, Value>, above: ReadonlyMap<Key, Value>) {
    this.#below = below;
    this.#above = above;
  }

  /** The map that this one equals while nothing is laid over it. */
  get plain(): ReadonlyMap<Key, Value> {
    if (this.#above.size > 0) return this;
    return this.#below instanceof LayeredMap ? this.#below.plain : this.#below;
  }

  get size(): number {
    return this.#merged().size;
  }

  get(key: Key): Value | undefined {
    return this.#above.get(key) ?? this.#below.get(key);
  }

  has(key: Key): boolean {
    return this.#above.has(key) || this.#below.has(key);
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#merged().entries();
  }

  keys(): MapIterator<Key> {
    return this.#merged().keys();
  }

  values(): MapIterator<Value> {
    return this.#merged().values();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  #merged(): Map<Key, Value> {
    return new Map([...this.#below, ...this.#above]);
  }
}
