import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { contentQueries } from '../../api/content-queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exactMoment } from '../../words/ago.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { nameOfPublisher } from '../name-of-publisher.ts';
import type { ServedWorkbook } from '../report.ts';
import { RestoreDialog } from '../restore-dialog.tsx';
import type { DraftSaver } from './draft-saver.ts';

interface VersionsDialogProps {
  readonly workbook: ServedWorkbook;
  readonly saver: Pick<DraftSaver, 'settle' | 'discard'>;
  readonly onClose: () => void;
}

/** Versions that were published before: each opens as a preview, and is restored after a warning. */
export function VersionsDialog({ workbook, saver, onClose }: VersionsDialogProps) {
  const { deploymentId, id: workbookId, access } = workbook;
  const versions = useQuery(contentQueries.versions(deploymentId, workbookId));
  const [asked, setAsked] = useState<{ readonly id: number; readonly versionNumber: number }>();
  if (asked) {
    return (
      <RestoreDialog
        workbook={workbook}
        version={asked}
        settle={() => saver.settle()}
        onRestored={() => saver.discard()}
        onCancel={() => setAsked(undefined)}
        onClose={onClose}
      />
    );
  }
  const of = { deploymentId: String(deploymentId), workbookId: String(workbookId) };
  return (
    <Dialog title={words.versions} isOpen onClose={onClose}>
      {versions.isPending ? <Waiting what={words.versions} /> : null}
      {versions.isError ? <Failure error={versions.error} onAgain={() => void versions.refetch()} /> : null}
      {versions.data?.length === 0 ? <p>{words.noVersions}</p> : null}
      <ul className="versions">
        {versions.data?.map(({ id, versionNumber, status, createdAt, publishedBy }) => (
          <li key={id}>
            <span>
              {words.versionOf(versionNumber, status === 'published')}{' '}
              <span className="help">{words.publishedBy(exactMoment(createdAt), nameOfPublisher(publishedBy))}</span>
            </span>
            <span className="actions">
              <Link
                className="button"
                to="/deployments/$deploymentId/workbooks/$workbookId/dashboard/versions/$versionId"
                params={{ ...of, versionId: String(id) }}
              >
                {words.openVersion(versionNumber)}
              </Link>
              {access === 'full' ? (
                <Button onPress={() => setAsked({ id, versionNumber })}>{words.restore(versionNumber)}</Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onPress={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}
