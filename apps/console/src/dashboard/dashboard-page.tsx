import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { OpenShareDialog } from '../share/open-share-dialog.tsx';
import type { ShareableItem } from '../share/sharing.ts';
import { Failure } from '../shell/failure.tsx';
import { isNotFound } from '../shell/is-not-found.ts';
import { mayEdit } from '../shell/may-edit.ts';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { dashboardWords as words } from '../words/dashboard-words.ts';
import { DashboardView } from './dashboard-view.tsx';

export { DashboardView };

// It is needed after the rows, and takes longer than they do.
loadCharts();

/** A published dashboard, for everybody who may see it. */
export function DashboardPage() {
  const { publicId = '' } = useParams({ strict: false });
  const dashboard = useQuery(contentQueries.dashboard(publicId));
  const person = useQuery(queries.person).data;
  const isMaker = mayExplore(person);
  // A dashboard is of a workbook, and does not say what else one may do with it.
  const { deploymentId: of = 0, workbookId: inside = 0, fromSharedWorkspace = true } = dashboard.data ?? {};
  // Viewers copy a shared dashboard in their workspace, and never change it.
  const workbook = useQuery({ ...contentQueries.workbook(of, inside), enabled: isMaker && !fromSharedWorkspace }).data;
  const navigate = useNavigate();
  const params = useMemo(() => ({ deploymentId: String(of), workbookId: String(inside) }), [of, inside]);
  const onMapping = useCallback(
    (chart: string) =>
      void navigate({
        to: '/deployments/$deploymentId/workbooks/$workbookId/dashboard',
        params,
        search: { mapping: chart },
      }),
    [navigate, params],
  );
  const [sharing, setSharing] = useState<ShareableItem>();
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
  const { title, deploymentId, workbookId, versionId } = dashboard.data;
  const name = title ?? words.title;
  const actions = mayEdit(workbook) ? (
    <>
      <Link className="button" to="/deployments/$deploymentId/workbooks/$workbookId" params={params}>
        {words.editWorkbook}
      </Link>
      {workbook?.access === 'full' ? (
        <Button onPress={() => setSharing({ type: 'Workbook', id: workbookId, name, deploymentId })}>
          {words.share}
        </Button>
      ) : null}
    </>
  ) : null;
  return (
    <>
      <DashboardView
        key={`${publicId} ${versionId}`}
        dashboard={dashboard.data}
        title={name}
        mayExplore={isMaker}
        onMapping={mayEdit(workbook) ? onMapping : undefined}
        actions={actions}
      />
      <OpenShareDialog shared={sharing} onClose={() => setSharing(undefined)} />
    </>
  );
}
