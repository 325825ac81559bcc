import { OrreryError, type PlatformInput } from '@orrery/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { platform } from '../api/platform.ts';
import { sessionState } from '../api/session.ts';
import type { TileData } from '../tiles/tile-data.ts';
import { shellWords } from '../words/shell-words.ts';

type Body = NonNullable<PlatformInput<'loadDashboard'>['body']>;

/** What the charts are filtered by, as the server has resolved it. */
export interface InEffect {
  readonly filters: readonly { readonly widgetId: string; readonly operator?: string; readonly value?: unknown }[];
  readonly timeGrains: readonly { readonly widgetId: string; readonly grain: string }[];
}

interface Line extends TileData {
  readonly widgetId?: string;
  readonly controls?: InEffect;
  readonly done?: true;
}

interface Loaded {
  readonly tiles: ReadonlyMap<string, TileData>;
  /** Charts whose newer rows are on their way. */
  readonly waiting: ReadonlySet<string>;
  readonly inEffect: InEffect | undefined;
  /** Time of the newest answer, in milliseconds. */
  readonly loadedAt: number | undefined;
}

const nothing: Loaded = { tiles: new Map(), waiting: new Set(), inEffect: undefined, loadedAt: undefined };

/**
 * Loads the charts of a dashboard over one connection, each shown as soon as its rows are there. What was shown before
 * stays until then.
 *
 * @param charts ids in the order that they are wanted @param chosen what is set at the controls, as a text
 */
export function useDashboardData(publicId: string, charts: readonly string[], chosen: string) {
  const [loaded, setLoaded] = useState(nothing);
  const running = useRef(new Set<AbortController>());
  const known = useRef(new Map<string, string>());
  const load = useCallback(
    async (wanted: readonly string[], cache?: Body['cache']) => {
      if (wanted.length === 0) return;
      const controller = new AbortController();
      const { signal } = controller;
      running.current.add(controller);
      const left = new Set(wanted);
      const take = (id: string, data: TileData) => {
        left.delete(id);
        setLoaded(({ tiles, waiting, ...rest }) => ({
          ...rest,
          tiles: new Map(tiles).set(id, data),
          waiting: new Set([...waiting].filter((each) => each !== id)),
        }));
      };
      setLoaded((before) => ({ ...before, waiting: new Set([...before.waiting, ...wanted]) }));
      let failure: string | undefined = shellWords.noConnection;
      try {
        const body = { ...(JSON.parse(chosen) as Body), charts: [...wanted], ...(cache ? { cache } : {}) };
        const lines = await platform.loadDashboard({ path: { publicId }, body }, { signal });
        for await (const each of lines) {
          const line = each as Line; // of our server
          if (line.controls) setLoaded((before) => ({ ...before, inEffect: line.controls }));
          if (line.widgetId !== undefined) take(line.widgetId, line);
          if (line.done) failure = undefined;
        }
      } catch (error) {
        if (signal.aborted) return;
        sessionState.notice(error);
        if (error instanceof OrreryError && error.status > 0) failure = error.message;
      }
      running.current.delete(controller);
      for (const id of left) take(id, { error: failure ?? shellWords.broken });
      setLoaded((before) => ({ ...before, loadedAt: Date.now() }));
    },
    [publicId, chosen],
  );
  const names = charts.join('\n');
  useEffect(() => {
    const missing = names.split('\n').filter((id) => id !== '' && known.current.get(id) !== chosen);
    for (const id of missing) known.current.set(id, chosen);
    void load(missing);
  }, [names, chosen, load]);
  // What was chosen before is of no interest any more.
  const stop = useCallback(() => {
    for (const each of running.current) each.abort();
    running.current.clear();
  }, []);
  useEffect(() => stop, [chosen, stop]);
  const cancel = () => {
    stop();
    setLoaded((before) => {
      const left = [...before.waiting];
      for (const id of left) known.current.delete(id);
      return { ...before, waiting: new Set() };
    });
  };
  return { ...loaded, cancel, again: (ids: readonly string[] = charts) => load(ids, 'must-revalidate') };
}
