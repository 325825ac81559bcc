import { OrreryError } from '@orrery/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { contentQueries } from '../../api/content-queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Report, ServedWorkbook } from '../report.ts';
import type { Draft } from '../../model/dashboard-draft.ts';
import type { DraftSaver } from './draft-saver.ts';
import { directCharts, whatChanges } from './what-changes.ts';

interface PublishDialogProps {
  readonly workbook: ServedWorkbook;
  readonly reports: readonly Report[];
  readonly draft: Draft;
  /** The look of the draft, by its theme and by its own settings. */
  readonly look: unknown;
  readonly saver: Pick<DraftSaver, 'settle' | 'isSettled' | 'sendAgain'>;
  /** The revision of the draft that is saved. */
  readonly basedOn: () => string | undefined;
  readonly onPublished: () => void;
  /** Absent: somebody else shares the workbook. */
  readonly onShare: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Says what changes for viewers, and publishes it. */
export function PublishDialog({
  workbook,
  reports,
  draft,
  look,
  saver,
  basedOn,
  onPublished,
  onShare,
  onClose,
}: PublishDialogProps) {
  const { deploymentId, id: workbookId, name, publishedDashboard } = workbook;
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: async () => {
      await saver.settle();
      // The builder says why, and asks which draft stays.
      if (!saver.isSettled()) return undefined;
      const revision = basedOn();
      const more = revision === undefined ? {} : { basedOn: revision };
      return platform.publishDashboard({
        path: { deploymentId, workbookId },
        body: { workbookId, config: draft, title: draft.title ?? name, ...more },
      });
    },
    onError: (error) => {
      if (error instanceof OrreryError && error.status === 409) void saver.sendAgain().then(onClose);
    },
    onSuccess: (dashboard) => {
      if (!dashboard) return onClose();
      client.setQueryData(contentQueries.dashboard(dashboard.publicId).queryKey, dashboard);
      onPublished();
    },
  });
  const { data: done } = publish;
  const changes = publishedDashboard ? whatChanges(draft, reports, publishedDashboard, look) : undefined;
  const direct = directCharts(draft, reports);
  return (
    <Dialog title={words.publishTitle} isOpen onClose={onClose}>
      {done ? (
        <>
          <p role="status">{words.published(done.versionNumber)}</p>
          <p className="help">{words.publishedFor}</p>
          <p>
            <Link to="/dashboards/$publicId" params={{ publicId: done.publicId }}>
              {words.openPublished}
            </Link>
          </p>
        </>
      ) : changes === undefined ? (
        <p>{words.publishFirst}</p>
      ) : changes.length === 0 ? (
        <p>{words.publishSame}</p>
      ) : (
        <section aria-labelledby="what-changes">
          <h3 id="what-changes">{words.whatChanges}</h3>
          <ul>
            {changes.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {done || direct.length === 0 ? null : (
        <ul className="notice warning" aria-label={words.directCharts}>
          {direct.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div role="alert">{publish.error ? <p className="notice negative">{messageOf(publish.error)}</p> : null}</div>
      <div className="actions">
        <Button onPress={onClose}>{done ? words.close : words.cancel}</Button>
        {done && onShare ? <Button onPress={onShare}>{words.share}</Button> : null}
        {done ? null : (
          <Button look="primary" onPress={() => publish.isPending || publish.mutate()}>
            {words.publish}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
