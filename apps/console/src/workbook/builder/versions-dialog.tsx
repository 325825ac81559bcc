import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { contentQueries } from '../../api/content-queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exactMoment } from '../../words/ago.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Workbook } from '../report.ts';
import type { DraftSaver } from './draft-saver.ts';

interface VersionsDialogProps {
  readonly workbook: Workbook;
  readonly saver: Pick<DraftSaver, 'settle' | 'discard'>;
  readonly onClose: () => void;
}

/** Versions that were published before. A version is restored after a warning, because all tabs are replaced. */
export function VersionsDialog({ workbook: { deploymentId, id: workbookId }, saver, onClose }: VersionsDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const versions = useQuery(contentQueries.versions(deploymentId, workbookId));
  const [asked, setAsked] = useState<{ readonly id: number; readonly versionNumber: number }>();
  const restore = useMutation({
    mutationFn: async (versionId: number) => {
      await saver.settle();
      return platform.restoreDashboardVersion({ path: { deploymentId, workbookId, versionId } });
    },
    onSuccess: async () => {
      saver.discard();
      onClose();
      // The builder holds the draft as it was: it begins again with the restored one.
      await navigate({
        to: '/deployments/$deploymentId/workbooks/$workbookId',
        params: { deploymentId: String(deploymentId), workbookId: String(workbookId) },
      });
      await client.resetQueries({ queryKey: ['workbook', deploymentId, workbookId] });
    },
  });
  if (asked) {
    return (
      <Dialog title={words.restoreTitle(asked.versionNumber)} isOpen onClose={onClose}>
        <p>{words.restoreHelp}</p>
        <div role="alert">{restore.error ? <p className="notice negative">{messageOf(restore.error)}</p> : null}</div>
        <div className="actions">
          <Button onPress={() => setAsked(undefined)}>{words.cancel}</Button>
          <Button look="primary" onPress={() => restore.isPending || restore.mutate(asked.id)}>
            {words.restoreIt}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.versions} isOpen onClose={onClose}>
      {versions.isPending ? <Waiting what={words.versions} /> : null}
      {versions.isError ? <Failure error={versions.error} onAgain={() => void versions.refetch()} /> : null}
      {versions.data?.length === 0 ? <p>{words.noVersions}</p> : null}
      <ul className="versions">
        {versions.data?.map(({ id, versionNumber, status, createdAt }) => (
          <li key={id}>
            <span>
              {words.versionOf(versionNumber)} <span className="help">{exactMoment(createdAt)}</span>{' '}
              {status === 'published' ? <span className="help">{words.isPublished}</span> : null}
            </span>
            <Button onPress={() => setAsked({ id, versionNumber })}>{words.restore(versionNumber)}</Button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onPress={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}
