import type { Column, Row } from '@orrery/charts';
import type { FilterValue } from '../protocol/index.ts';

/** The controls of a dashboard as the server has resolved them. */
export interface ControlsInEffect {
  readonly filters: readonly (FilterValue & { readonly widgetId: string })[];
  readonly timeGrains: readonly { readonly widgetId: string; readonly grain: string }[];
}

/** A control that rows do not follow, and why. */
export interface Unfollowed {
  readonly control: string;
  readonly kind: 'filter' | 'grain';
  readonly reason: 'off' | 'other-data' | 'other-time' | 'statement';
}

/** The content of a tile: rows, or the reason why it has none. */
export interface TileData {
  readonly columns?: readonly Column[] | undefined;
  readonly rows?: readonly Row[] | undefined;
  readonly error?: string | undefined;
  /** Code of the error, if the server sent one. */
  readonly code?: string | undefined;
  readonly isTruncated?: boolean | undefined;
  /** Ids of filters that the rows do not follow. */
  readonly unapplied?: readonly string[] | undefined;
  readonly notFollowed?: readonly Unfollowed[] | undefined;
  /** Time at which the rows were read. */
  readonly lastRefreshTime?: string | undefined;
  /** The controls that the rows follow. Absent outside of dashboards, and if the request failed before the server sent them. */
  readonly inEffect?: ControlsInEffect | undefined;
}

/** State of the rows of a tile. */
export interface TileState {
  /** Absent until the first rows, or the first error, arrive. */
  readonly data: TileData | undefined;
  /** Whether newer data is being loaded. */
  readonly isLoading: boolean;
  /** Whether a user stopped loading: the data, if any, is that of an earlier request. */
  readonly isCancelled: boolean;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Bypasses caches. */
  readonly cache?: 'must-revalidate' | undefined;
}

/**
 * Reads rows of several tiles. It never throws.
 *
 * @param requests the request of each tile, as a text
 * @param take receives the content of a tile as soon as it arrives
 * @returns the content of all other tiles
 */
export type ReadRows<Id> = (
  requests: ReadonlyMap<Id, string>,
  take: (id: Id, data: TileData) => void,
  options: ReadOptions,
) => Promise<TileData>;

interface Tile {
  state: TileState;
  /** The last request for it; absent if that was stopped. */
  request: string | undefined;
  /** The request that its content answers. */
  answered: string | undefined;
  /** Controls the newest request, whose answer alone is shown. */
  awaited: AbortController | undefined;
  /** Whether it was hidden at the last refresh. */
  isOutdated: boolean;
}

/** State of a tile before its first answer. */
const empty: TileState = { data: undefined, isLoading: true, isCancelled: false };

/**
 * Loads the rows of tiles: those of published dashboards, drafts and reports. A tile with a changed request is loaded
 * again, and its earlier content stays until the newest answer arrives.
 */
export class TileRows<Id> {
  readonly #read: ReadRows<Id>;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Set<AbortController>();
  readonly #tiles = new Map<Id, Tile>();
  #shown: readonly Id[] = [];
  #changes = 0;

  constructor(read: ReadRows<Id>) {
    this.#read = read;
  }

  /** Calls `listener` after each change. @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Number of changes up to now. */
  readonly changes = (): number => this.#changes;

  /** State of a tile: the same object as long as the tile has not changed. */
  state(id: Id): TileState {
    return this.#tiles.get(id)?.state ?? empty;
  }

  /**
   * Loads tiles with another request than before.
   *
   * @param requests of all tiles in sight
   * @returns when they are loaded or stopped
   */
  async load(requests: ReadonlyMap<Id, string>): Promise<void> {
    this.#shown = [...requests.keys()];
    const [missing, outdated] = [new Map<Id, string>(), new Map<Id, string>()];
    for (const [id, request] of requests) {
      const tile = this.#tiles.get(id);
      if (tile?.isOutdated) outdated.set(id, request);
      else if (tile?.request !== request) missing.set(id, request);
    }
    await Promise.all([this.#send(missing), this.#send(outdated, 'must-revalidate')]);
  }

  /** Stops all requests, and loads all tiles in sight, the others as soon as they come into sight. */
  async loadAnew(requests: ReadonlyMap<Id, string>): Promise<void> {
    this.stop();
    for (const tile of this.#tiles.values()) tile.request = undefined;
    await this.load(requests);
  }

  /** Loads these tiles again, and bypasses caches. */
  async again(ids: readonly Id[]): Promise<void> {
    const requests = new Map<Id, string>();
    for (const id of ids) {
      const request = this.#tiles.get(id)?.request;
      if (request !== undefined) requests.set(id, request);
    }
    await this.#send(requests, 'must-revalidate');
  }

  /** Loads all tiles again, and bypasses caches: those in sight at once, the others as soon as they come into sight. */
  async refresh(): Promise<void> {
    for (const [id, tile] of this.#tiles) tile.isOutdated = !this.#shown.includes(id);
    await this.again(this.#shown);
  }

  /** Stops all requests. Tiles without an answer are loaded when they come into sight. */
  stop(): void {
    this.#end((tile) => {
      tile.request = undefined;
      return false;
    });
  }

  /** Stops all requests for a user who does not want to wait. Tiles without an answer are marked as cancelled. */
  cancel(): void {
    this.#end(({ request, answered }) => request !== answered);
  }

  async #send(requests: ReadonlyMap<Id, string>, cache?: ReadOptions['cache']): Promise<void> {
    if (requests.size === 0) return;
    const own = new AbortController();
    this.#running.add(own);
    for (const [id, request] of requests) {
      const before = this.#tiles.get(id);
      const data = before?.state.data;
      const state = data ? { data, isLoading: true, isCancelled: false } : empty;
      this.#tiles.set(id, { state, request, answered: before?.answered, awaited: own, isOutdated: false });
    }
    this.#tell();
    const take = (id: Id, data: TileData) => {
      const tile = this.#tiles.get(id);
      if (tile?.awaited !== own) return;
      tile.awaited = undefined;
      tile.answered = tile.request;
      tile.state = { data, isLoading: false, isCancelled: false };
      this.#tell();
    };
    const otherwise = await this.#read(requests, take, { signal: own.signal, cache });
    this.#running.delete(own);
    for (const id of requests.keys()) take(id, otherwise);
  }

  /** @param isCancelled tests a tile without an answer */
  #end(isCancelled: (tile: Tile) => boolean): void {
    for (const each of this.#running) each.abort();
    this.#running.clear();
    for (const tile of this.#tiles.values()) {
      if (!tile.awaited) continue;
      tile.awaited = undefined;
      tile.state = { data: tile.state.data, isLoading: false, isCancelled: isCancelled(tile) };
    }
    this.#tell();
  }

  #tell(): void {
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}
