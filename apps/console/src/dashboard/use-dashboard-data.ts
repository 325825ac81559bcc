import { OrreryError, type PlatformInput } from '@orrery/client';
import { type LineRows, tableOfLine } from '@orrery/embed';
import { useCallback, useEffect, useRef, useState } from 'react';
import { platform } from '../api/platform.ts';
import { sessionState } from '../api/session.ts';
import { NewestRequests } from '../tiles/newest-requests.ts';
import type { TileData } from '../tiles/tile-data.ts';
import { shellWords } from '../words/shell-words.ts';

type Body = NonNullable<PlatformInput<'loadDashboard'>['body']>;

/** The published dashboard whose rows are shown, or another version of it. */
export interface RowSource {
  readonly publicId: string;
  readonly versionId: number | undefined;
}

/** The controls in effect, as the server has resolved them. */
export interface InEffect {
  readonly filters: readonly { readonly widgetId: string; readonly operator?: string; readonly value?: unknown }[];
  readonly timeGrains: readonly { readonly widgetId: string; readonly grain: string }[];
}

interface Line extends TileData, Pick<LineRows, 'comparison' | 'timezone'> {
  readonly widgetId?: string;
  readonly controls?: InEffect;
  readonly done?: true;
}

/** The rows of a chart, with the controls that they answer. */
export interface LoadedTile extends TileData {
  readonly chosen: string;
  /** Absent: it failed before the server had said it. */
  readonly inEffect: InEffect | undefined;
}

interface Loaded {
  readonly tiles: ReadonlyMap<string, LoadedTile>;
  /** Charts whose newer rows are on their way. */
  readonly waiting: ReadonlySet<string>;
  /** Charts whose newer rows somebody did not wait for. */
  readonly cancelled: ReadonlySet<string>;
  readonly inEffect: InEffect | undefined;
}

const nothing: Loaded = { tiles: new Map(), waiting: new Set(), cancelled: new Set(), inEffect: undefined };

/**
 * Loads the charts of a dashboard over one connection, each shown as soon as its rows are there. What was shown before
 * stays until then.
 *
 * @param charts ids in the order that they are wanted @param chosen what is set at the controls, as a text
 */
export function useDashboardData({ publicId, versionId }: RowSource, charts: readonly string[], chosen: string) {
  const [loaded, setLoaded] = useState<Loaded>(() => ({ ...nothing, waiting: new Set(charts) }));
  const running = useRef(new Set<AbortController>());
  /** The settings that each chart was last asked with. */
  const known = useRef(new Map<string, string>());
  /** Charts that were not in sight when everything was refreshed. */
  const outdated = useRef(new Set<string>());
  const [requests] = useState(() => new NewestRequests<string>());
  const load = useCallback(
    async (wanted: readonly string[], cache?: Body['cache']) => {
      if (wanted.length === 0) return;
      const controller = new AbortController();
      const { signal } = controller;
      running.current.add(controller);
      const left = new Set(wanted);
      const isNewest = requests.begin(wanted);
      let inEffect: InEffect | undefined;
      const take = (id: string, data: TileData) => {
        left.delete(id);
        if (!isNewest(id)) return;
        setLoaded((before) => ({
          ...before,
          tiles: new Map(before.tiles).set(id, { ...data, chosen, inEffect }),
          waiting: without(before.waiting, [id]),
        }));
      };
      setLoaded((before) => ({
        ...before,
        waiting: new Set([...before.waiting, ...wanted]),
        cancelled: without(before.cancelled, wanted),
      }));
      let failure: string | undefined = shellWords.noConnection;
      try {
        const more = { ...(cache ? { cache } : {}), ...(versionId === undefined ? {} : { versionId }) };
        const body = { ...(JSON.parse(chosen) as Body), charts: [...wanted], ...more };
        const lines = await platform.loadDashboard({ path: { publicId }, body }, { signal });
        for await (const each of lines) {
          if (signal.aborted) break;
          const line = each as Line; // of our server
          if (line.controls) {
            inEffect = line.controls;
            setLoaded((before) => ({ ...before, inEffect: line.controls }));
          }
          if (line.widgetId !== undefined) take(line.widgetId, besideEachOther(line));
          if (line.done) failure = undefined;
        }
      } catch (error) {
        if (!signal.aborted) sessionState.notice(error);
        if (error instanceof OrreryError && error.status > 0) failure = error.message;
      }
      running.current.delete(controller);
      if (signal.aborted) {
        const given = [...left].filter(isNewest);
        for (const id of given) known.current.delete(id);
        setLoaded((before) => ({ ...before, waiting: without(before.waiting, given) }));
        return;
      }
      for (const id of left) take(id, { error: failure ?? shellWords.broken });
    },
    [publicId, versionId, chosen, requests],
  );
  const names = charts.join('\n');
  useEffect(() => {
    const ids = names.split('\n').filter((id) => id !== '');
    const old = ids.filter((id) => outdated.current.delete(id));
    const missing = ids.filter((id) => !old.includes(id) && known.current.get(id) !== chosen);
    for (const id of ids) known.current.set(id, chosen);
    void load(missing);
    void load(old, 'must-revalidate');
  }, [names, chosen, load]);
  // What was chosen before is of no interest any more.
  const stop = useCallback(() => {
    for (const each of running.current) each.abort();
    running.current.clear();
  }, []);
  useEffect(() => stop, [chosen, stop]);
  const cancel = () => {
    stop();
    requests.drop();
    setLoaded((before) => ({
      ...before,
      waiting: new Set(),
      cancelled: new Set([...before.cancelled, ...before.waiting]),
    }));
  };
  const again = useCallback((ids: readonly string[]) => void load(ids, 'must-revalidate'), [load]);
  /** Reads all charts again: those in sight at once, the others when they come into sight. */
  const refresh = () => {
    for (const id of known.current.keys()) if (!charts.includes(id)) outdated.current.add(id);
    again(charts);
  };
  return { ...loaded, cancel, again, refresh };
}

/** Rows of a comparison come below each other. */
function besideEachOther(line: Line): Line {
  const { columns, rows } = line;
  return columns && rows ? { ...line, ...tableOfLine({ ...line, columns, rows }) } : line;
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
