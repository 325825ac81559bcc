import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { allNames, contentQueries } from '../../api/content-queries.ts';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { bodyOfCopy, type CopiedReport } from '../../model/copied-report.ts';
import { addWidget, draftOf } from '../../model/dashboard-draft.ts';
import { Failure } from '../../shell/failure.tsx';
import { mayEdit } from '../../shell/may-edit.ts';
import { Waiting } from '../../shell/waiting.tsx';
import { copyWords as words } from '../../words/copy-words.ts';

interface AddToDashboardProps {
  readonly deploymentId: number;
  readonly makeReport: () => Promise<CopiedReport>;
  readonly onClose: () => void;
}

/** Adds a copy of the exploration to a workbook, and a chart of it to the draft of its dashboard. */
export default function AddToDashboard({ deploymentId, makeReport, onClose }: AddToDashboardProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(
    contentQueries.workspace(deploymentId, {
      types: ['WORKBOOK'],
      search: search || allNames,
      orderByField: 'viewer_last_viewed_at',
    }),
  );
  const add = useMutation({
    mutationFn: async (workbookId: number) => {
      const report = await makeReport();
      const { id: reportId } = await platform.createReport({
        path: { deploymentId },
        body: { ...bodyOfCopy(report), workbookId, source: 'PLAYGROUND' },
      });
      const path = { deploymentId, workbookId };
      try {
        const workbook = await platform.getWorkbook({ path });
        const { dashboardDraft, draftRevision } = workbook;
        const chart = { id: crypto.randomUUID(), type: 'CHART', config: { reportId } } as const;
        const basedOn = draftRevision === undefined ? {} : { basedOn: draftRevision };
        const body = { dashboardDraft: addWidget(draftOf(dashboardDraft), chart), ...basedOn };
        return { ...workbook, ...(await platform.updateWorkbookDashboard({ path, body })) };
      } catch (error) {
        // A report that no chart shows is not what was asked for.
        await platform.deleteReport({ path: { deploymentId, reportId } }).catch(() => undefined);
        throw error;
      }
    },
    onSuccess: async (workbook) => {
      client.setQueryData(contentQueries.workbook(deploymentId, workbook.id).queryKey, workbook);
      client.removeQueries({ queryKey: contentQueries.tabs(deploymentId, workbook.id).queryKey });
      await navigate({
        to: '/deployments/$deploymentId/workbooks/$workbookId/dashboard',
        params: { deploymentId: String(deploymentId), workbookId: String(workbook.id) },
      });
    },
  });
  const workbooks = list.data?.pages.flatMap(({ items }) => items.filter(mayEdit)) ?? [];
  return (
    <Dialog title={words.toDashboardTitle} isOpen onClose={onClose}>
      <TextField
        type="search"
        label={words.findWorkbook}
        help={words.toDashboardHelp}
        value={typed}
        onChange={setTyped}
        maxLength={255}
        autoFocus
      />
      {list.isPending ? <Waiting what={words.workbooks} /> : null}
      {list.isError ? <Failure error={list.error} onAgain={() => void list.refetch()} /> : null}
      <ul className="choices" aria-label={words.workbooks}>
        {workbooks.map(({ id, name }) => (
          <li key={id}>
            <Button isDisabled={add.isPending} onPress={() => add.mutate(id)}>
              {words.addTo(name ?? '')}
            </Button>
          </li>
        ))}
      </ul>
      <div role="status" className="help">
        {list.isSuccess && workbooks.length === 0 ? words.noWorkbook : ''}
      </div>
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words.showMore}
        </Button>
      ) : null}
      <div role="alert">{add.error ? <p className="notice negative">{messageOf(add.error)}</p> : null}</div>
      <div className="actions">
        <Button onPress={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
