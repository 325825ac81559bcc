import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { Failure } from '../shell/failure.tsx';
import { isNotFound } from '../shell/is-not-found.ts';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/workbook.css';
import { exactMoment } from '../words/ago.ts';
import { workbookWords as words } from '../words/workbook-words.ts';
import { useIsSaving } from './use-is-saving.ts';
import { nameOfPublisher } from './name-of-publisher.ts';

const DashboardView = lazy(async () => ({
  default: (await import('../dashboard/index.ts')).DashboardView,
}));
const RestoreDialog = lazy(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }));

/** A version of a workbook's dashboard as its viewers saw it, for users who may edit the workbook. */
export function VersionPage() {
  const params = useParams({ strict: false });
  const ids = [params.deploymentId, params.workbookId, params.versionId].map(Number);
  const [deploymentId = 0, workbookId = 0, versionId = 0] = ids;
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0)) return <NotFoundPage />;
  return <OneVersion key={ids.join()} of={{ deploymentId, workbookId, versionId }} />;
}

interface VersionIds {
  readonly deploymentId: number;
  readonly workbookId: number;
  readonly versionId: number;
}

function OneVersion({ of: { deploymentId, workbookId, versionId } }: { readonly of: VersionIds }) {
  const version = useQuery(contentQueries.version(deploymentId, workbookId, versionId));
  const person = useQuery(queries.person).data;
  if (isNotFound(version.error)) return <NotFoundPage />;
  if (!version.data) {
    return (
      <>
        <PageBar title={words.title} />
        <div className="page">
          {version.isPending ? <Waiting what={words.versions} height={420} /> : null}
          {version.isError ? <Failure error={version.error} onAgain={() => void version.refetch()} /> : null}
        </div>
      </>
    );
  }
  const { versionNumber, title } = version.data;
  return (
    <>
      <VersionBar of={{ deploymentId, workbookId, versionId }} versionNumber={versionNumber} />
      <Suspense fallback={<Waiting what={words.versionOf(versionNumber)} height={420} />}>
        <DashboardView
          key={versionId}
          dashboard={version.data}
          versionId={versionId}
          title={title ?? words.versionOf(versionNumber)}
          mayExplore={mayExplore(person)}
          onMapping={undefined}
          actions={null}
        />
      </Suspense>
    </>
  );
}

interface VersionBarProps {
  readonly of: VersionIds;
  readonly versionNumber: number;
}

/** Says which version is shown, and what can be done with it. */
function VersionBar({ of: { deploymentId, workbookId, versionId }, versionNumber }: VersionBarProps) {
  const versions = useQuery(contentQueries.versions(deploymentId, workbookId)).data;
  const workbook = useQuery(contentQueries.workbook(deploymentId, workbookId)).data;
  const isSaving = useIsSaving(deploymentId, workbookId);
  const [isAsked, setAsked] = useState(false);
  const told = versions?.find(({ id }) => id === versionId);
  const close = () => setAsked(false);
  return (
    <section className="version-bar" aria-label={words.versionOf(versionNumber)}>
      <div>
        <p>
          <strong>{words.versionOf(versionNumber, told?.status === 'published')}</strong>{' '}
          {told ? words.publishedBy(exactMoment(told.createdAt), nameOfPublisher(told.publishedBy)) : null}
        </p>
        <p className="help">{words.previewHelp}</p>
      </div>
      <div className="actions">
        <Link
          className="button"
          to="/deployments/$deploymentId/workbooks/$workbookId/dashboard"
          params={{ deploymentId: String(deploymentId), workbookId: String(workbookId) }}
        >
          {words.toBuilder}
        </Link>
        {workbook?.access === 'full' ? (
          <Button look="primary" isDisabled={isSaving} onPress={() => setAsked(true)}>
            {words.restore(versionNumber)}
          </Button>
        ) : null}
      </div>
      {isAsked ? (
        <Suspense>
          <RestoreDialog
            workbook={{ deploymentId, id: workbookId }}
            version={{ id: versionId, versionNumber }}
            onCancel={close}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
