import { useEffect, useRef, useState } from 'react';
import { rowsOfSource, type SourceStatement } from '../../api/source-sql.ts';
import { sessionState } from '../../api/session.ts';

type SourceAnswer = Awaited<ReturnType<typeof rowsOfSource>>;

interface SourceRunState {
  /** The statement that runs, or ran. */
  readonly of: SourceStatement;
  readonly isRunning: boolean;
  readonly rows?: SourceAnswer;
  readonly error?: unknown;
}

/** Runs statements of a data source, one at a time. Leaving the page ends the one that runs. */
export function useSourceRows(deploymentId: number) {
  const [run, setRun] = useState<SourceRunState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setRun((before) => before && { ...before, isRunning: false });
  };
  const start = async (of: SourceStatement, limit: number) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setRun((before) => ({ of, isRunning: true, ...(before?.rows ? { rows: before.rows } : {}) }));
    try {
      const rows = await rowsOfSource(deploymentId, of, { limit, signal });
      if (!signal.aborted) setRun({ of, isRunning: false, rows });
    } catch (error) {
      if (signal.aborted) return;
      sessionState.notice(error);
      setRun({ of, isRunning: false, error });
    }
  };
  return { run, start, stop };
}
