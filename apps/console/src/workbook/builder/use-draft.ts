import { OrreryError } from '@orrery/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { platform } from '../../api/platform.ts';
import { sessionState } from '../../api/session.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Draft } from './draft.ts';

const saveAfterMs = 400;
/** Steps that can be undone. */
const mostSteps = 200;

type Saving = { readonly kind: 'saved' | 'saving' } | { readonly kind: 'failed'; readonly text: string };

interface Steps {
  readonly draft: Draft;
  readonly before: readonly Draft[];
}

/** The draft of a dashboard while it is built: each change is saved by itself, and can be undone. */
export function useDraft(deploymentId: number, workbookId: number, first: Draft) {
  const [{ draft, before }, setSteps] = useState<Steps>({ draft: first, before: [] });
  const [saving, setSaving] = useState<Saving>({ kind: 'saved' });
  const stored = useRef(first);
  const latest = useRef(first);
  latest.current = draft;
  const running = useRef<Promise<void>>(undefined);
  const save = useCallback(async (): Promise<void> => {
    await running.current;
    const next = latest.current;
    if (next === stored.current) return;
    const path = { deploymentId, workbookId };
    running.current = platform.updateWorkbookDashboard({ path, body: { dashboardDraft: next } }).then(
      () => {
        stored.current = next;
        if (latest.current === next) setSaving({ kind: 'saved' });
      },
      (error: unknown) => {
        sessionState.notice(error);
        const text = error instanceof OrreryError && error.status > 0 ? error.message : words.failed;
        setSaving({ kind: 'failed', text });
      },
    );
    await running.current;
  }, [deploymentId, workbookId]);
  useEffect(() => {
    if (draft === stored.current) return undefined;
    setSaving({ kind: 'saving' });
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft, save]);
  // What was changed last is not lost with the page.
  useEffect(() => () => void save(), [save]);
  return {
    draft,
    saving,
    canUndo: before.length > 0,
    change: (next: (draft: Draft) => Draft) =>
      setSteps((steps) => {
        const changed = next(steps.draft);
        if (changed === steps.draft) return steps;
        return { draft: changed, before: [...steps.before, steps.draft].slice(-mostSteps) };
      }),
    undo: () =>
      setSteps((steps) => {
        const last = steps.before.at(-1);
        return last ? { draft: last, before: steps.before.slice(0, -1) } : steps;
      }),
  };
}
