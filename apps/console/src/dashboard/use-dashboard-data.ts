import type { PlatformInput } from '@orrery/client';
import { type ControlsInEffect, readDashboard, TileRows } from '@orrery/embed';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { sessionState } from '../api/session.ts';
import { useTileRows } from '../tiles/use-tile-rows.ts';
import { shellWords } from '../words/shell-words.ts';

type Body = NonNullable<PlatformInput<'loadDashboard'>['body']>;

/** The published dashboard whose rows are shown, or another version of it. */
export interface ShownVersion {
  readonly publicId: string;
  readonly versionId: number | undefined;
}

/**
 * Loads the charts of a dashboard over one connection, each shown as soon as its rows are there.
 *
 * @param charts ids in the order that they are wanted @param chosen what is set at the controls, as a text
 */
export function useDashboardData({ publicId, versionId }: ShownVersion, charts: readonly string[], chosen: string) {
  const [inEffect, setInEffect] = useState<ControlsInEffect>();
  const rows = useMemo(() => {
    const lines = async (given: object, take: (line: unknown) => void, signal: AbortSignal) => {
      let isDone = false;
      try {
        const body: Body = { ...given, ...(versionId === undefined ? {} : { versionId }) };
        for await (const line of await platform.loadDashboard({ path: { publicId }, body }, { signal })) {
          take(line);
          isDone ||= (line as { readonly done?: true }).done === true; // of our server
        }
        return isDone ? undefined : shellWords.noConnection;
      } catch (error) {
        if (!signal.aborted) sessionState.notice(error);
        return messageOf(error);
      }
    };
    return new TileRows(readDashboard({ lines, lost: shellWords.broken, onControls: setInEffect }));
  }, [publicId, versionId]);
  useTileRows(rows);
  // What was chosen before is of no interest any more.
  useEffect(() => () => rows.stop(), [rows, chosen]);
  useEffect(() => void rows.load(new Map(charts.map((id) => [id, chosen]))), [rows, charts, chosen]);
  const again = useCallback((ids: readonly string[]) => void rows.again(ids), [rows]);
  return { rows, inEffect, again };
}
