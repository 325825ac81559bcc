import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { contentQueries } from '../../api/content-queries.ts';
import { platform } from '../../api/platform.ts';
import type { Draft } from './draft.ts';
import { DraftSaver, type Saving } from './draft-saver.ts';

/** Steps that can be undone. */
const mostSteps = 200;

interface Steps {
  readonly draft: Draft;
  readonly before: readonly Draft[];
}

const saveKey = (deploymentId: number, workbookId: number) => ['save draft', deploymentId, workbookId];

/** Whether a draft of the workbook is on its way to the server, also that of a builder which was left. */
export function useIsSaving(deploymentId: number, workbookId: number): boolean {
  return useIsMutating({ mutationKey: saveKey(deploymentId, workbookId) }) > 0;
}

/** The draft of a dashboard while it is built: each change is saved by itself, and can be undone. */
export function useDraft(deploymentId: number, workbookId: number, first: Draft) {
  const [{ draft, before }, setSteps] = useState<Steps>({ draft: first, before: [] });
  const [saving, setSaving] = useState<Saving>({ kind: 'saved' });
  const save = useSave(deploymentId, workbookId);
  const [saver] = useState(() => new DraftSaver(first, save, setSaving));
  useEffect(() => saver.take(draft), [saver, draft]);
  // What was changed last is not lost with the page.
  useEffect(() => () => void saver.settle(), [saver]);
  useUnloadWarning(saving.kind !== 'saved');
  return {
    draft,
    saving,
    saver,
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

/** Sends a draft to the server, and puts it into the workbook that is kept here. */
function useSave(deploymentId: number, workbookId: number) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: saveKey(deploymentId, workbookId),
    networkMode: 'always',
    mutationFn: (dashboardDraft: Draft) =>
      platform.updateWorkbookDashboard({ path: { deploymentId, workbookId }, body: { dashboardDraft } }),
    onSuccess: ({ dashboardDraft }) => {
      const { queryKey } = contentQueries.workbook(deploymentId, workbookId);
      client.setQueryData(queryKey, (before) => before && { ...before, dashboardDraft });
    },
  });
  return mutateAsync;
}

/** Asks before the tab is closed. */
function useUnloadWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);
}
