import { OrreryError } from '@orrery/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { contentQueries } from '../../api/content-queries.ts';
import { platform } from '../../api/platform.ts';
import { isSame } from '../../model/is-same.ts';
import type { ServedWorkbook } from '../report.ts';
import { saveKey } from '../use-is-saving.ts';
import { type Draft, draftOf } from '../../model/dashboard-draft.ts';
import { DraftConflict, DraftSaver, type OtherDraft, type Saving } from './draft-saver.ts';

/** Steps that can be undone. */
const mostSteps = 200;

interface Steps {
  readonly draft: Draft;
  readonly before: readonly Draft[];
}

/** The draft of a dashboard while the user builds it: each change is saved automatically, and can be undone. */
export function useDraft({ deploymentId, id: workbookId, draftRevision }: ServedWorkbook, first: Draft) {
  const [{ draft, before }, setSteps] = useState<Steps>({ draft: first, before: [] });
  const [saving, setSaving] = useState<Saving>({ kind: 'saved' });
  /** The revision that the next change is made on. */
  const revision = useRef(draftRevision);
  const save = useSave(deploymentId, workbookId, revision);
  const [saver] = useState(() => new DraftSaver(first, save, setSaving));
  useEffect(() => saver.take(draft), [saver, draft]);
  // What was changed last is not lost with the page.
  useEffect(() => () => void saver.settle(), [saver]);
  useUnloadWarning(saving.kind !== 'saved');
  const change = (next: (draft: Draft) => Draft) =>
    setSteps((steps) => {
      const changed = next(steps.draft);
      if (changed === steps.draft) return steps;
      return { draft: changed, before: [...steps.before, steps.draft].slice(-mostSteps) };
    });
  return {
    draft,
    saving,
    saver,
    revision,
    canUndo: before.length > 0,
    change,
    undo: () =>
      setSteps((steps) => {
        const last = steps.before.at(-1);
        return last ? { draft: last, before: steps.before.slice(0, -1) } : steps;
      }),
    /** Goes on with what somebody else has saved; undoing brings back what was here. */
    takeOther: ({ draft: other, revision: its }: OtherDraft) => {
      revision.current = its;
      saver.replace(other);
      change(() => other);
    },
    /** Replaces what somebody else has saved. */
    keepMine: ({ revision: its }: OtherDraft) => {
      revision.current = its;
      void saver.sendAgain();
    },
  };
}

/** Sends a draft to the server, and puts it into the workbook that is kept here. */
function useSave(deploymentId: number, workbookId: number, revision: RefObject<string | undefined>) {
  const client = useQueryClient();
  const path = { deploymentId, workbookId };
  const { mutateAsync } = useMutation({
    mutationKey: saveKey(deploymentId, workbookId),
    networkMode: 'always',
    mutationFn: async (dashboardDraft: Draft) => {
      try {
        const body = { dashboardDraft, ...(revision.current === undefined ? {} : { basedOn: revision.current }) };
        return await platform.updateWorkbookDashboard({ path, body });
      } catch (error) {
        if (!(error instanceof OrreryError && error.status === 409)) throw error;
        const stored = await platform.getWorkbook({ path });
        // An answer that did not arrive: the server has it already.
        if (isSame(draftOf(stored.dashboardDraft), dashboardDraft)) return stored;
        throw new DraftConflict(otherIn(stored));
      }
    },
    onSuccess: ({ dashboardDraft, draftRevision }) => {
      revision.current = draftRevision;
      const { queryKey } = contentQueries.workbook(deploymentId, workbookId);
      client.setQueryData(
        queryKey,
        (before) => before && { ...before, dashboardDraft, ...(draftRevision === undefined ? {} : { draftRevision }) },
      );
    },
  });
  return mutateAsync;
}

function otherIn({ dashboardDraft, draftRevision, changedBy, updatedAt }: ServedWorkbook): OtherDraft {
  const by = changedBy ? (changedBy.firstName ?? changedBy.email) : undefined;
  return { draft: draftOf(dashboardDraft), revision: draftRevision, by, at: updatedAt };
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
