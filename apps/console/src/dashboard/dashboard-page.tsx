import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { OpenShareDialog } from '../share/open-share-dialog.tsx';
import type { Shared } from '../share/sharing.ts';
import { Failure } from '../shell/failure.tsx';
import { isNotFound } from '../shell/is-not-found.ts';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { dashboardWords as words } from '../words/dashboard-words.ts';
import { DashboardView } from './dashboard-view.tsx';

// It is needed after the rows, and takes longer than they do.
void loadCharts();

/** A published dashboard, for everybody who may see it. */
export function DashboardPage() {
  const { publicId = '' } = useParams({ strict: false });
  const dashboard = useQuery(contentQueries.dashboard(publicId));
  const person = useQuery(queries.person).data;
  const [sharing, setSharing] = useState<Shared>();
  if (isNotFound(dashboard.error)) return <NotFoundPage />;
  if (!dashboard.data) {
    return (
      <>
        <PageBar title={words.title} />
        <div className="page">
          {dashboard.isPending ? <Waiting what={words.title} height={420} /> : null}
          {dashboard.isError ? <Failure error={dashboard.error} onAgain={() => void dashboard.refetch()} /> : null}
        </div>
      </>
    );
  }
  const { title, deploymentId, workbookId, versionId, fromSharedWorkspace } = dashboard.data;
  const name = title ?? words.title;
  const isMaker = mayExplore(person);
  // What is shared with all viewers is copied in the workspace, and not changed.
  const actions =
    isMaker && !fromSharedWorkspace ? (
      <>
        <Link
          className="button"
          to="/deployments/$deploymentId/workbooks/$workbookId"
          params={{ deploymentId: String(deploymentId), workbookId: String(workbookId) }}
        >
          {words.editWorkbook}
        </Link>
        <Button onPress={() => setSharing({ type: 'Workbook', id: workbookId, name })}>{words.share}</Button>
      </>
    ) : null;
  return (
    <>
      <DashboardView
        key={`${publicId} ${versionId}`}
        dashboard={dashboard.data}
        title={name}
        mayExplore={isMaker}
        actions={actions}
      />
      <OpenShareDialog shared={sharing} onClose={() => setSharing(undefined)} />
    </>
  );
}
