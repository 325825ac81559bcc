import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from '@tanstack/react-router';
import { contentQueries } from '../api/content-queries.ts';
import { queries } from '../api/queries.ts';
import { Failure } from '../shell/failure.tsx';
import { isNotFound } from '../shell/is-not-found.ts';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/workbook.css';
import { workbookWords as words } from '../words/workbook-words.ts';
import { Builder } from './builder/builder.tsx';
import { draftOf } from './builder/draft.ts';
import { ReportTabs } from './report-tabs.tsx';

// It is needed after the rows, and takes longer than they do.
void loadCharts();

/** A workbook: its reports as tabs, or the builder of its dashboard. Those who see its dashboard only are led there. */
export function WorkbookPage() {
  const params = useParams({ strict: false });
  const isBuilder = useLocation({ select: ({ pathname }) => /\/dashboard\/?$/.test(pathname) });
  const [deploymentId, workbookId] = [Number(params.deploymentId), Number(params.workbookId)];
  const areNumbers = [deploymentId, workbookId].every((id) => Number.isSafeInteger(id) && id > 0);
  const workbook = useQuery({ ...contentQueries.workbook(deploymentId, workbookId), enabled: areNumbers });
  const tabs = useQuery({ ...contentQueries.tabs(deploymentId, workbookId), enabled: areNumbers });
  const person = useQuery(queries.person).data;
  if (!areNumbers || isNotFound(workbook.error)) return <NotFoundPage />;
  const failed = [workbook, tabs].find(({ isError }) => isError);
  if (!workbook.data || !tabs.data || !person) {
    return (
      <>
        <PageBar title={words.title} />
        <div className="page">
          {failed ? (
            <Failure
              error={failed.error}
              onAgain={() => {
                void workbook.refetch();
                void tabs.refetch();
              }}
            />
          ) : (
            <Waiting what={words.title} height={420} />
          )}
        </div>
      </>
    );
  }
  const { publishedDashboard, dashboardDraft } = workbook.data;
  if (!mayExplore(person)) {
    if (!publishedDashboard) return <NotFoundPage />;
    return <Navigate to="/dashboards/$publicId" params={{ publicId: publishedDashboard.publicId }} replace />;
  }
  const of = { workbook: workbook.data, reports: tabs.data };
  if (isBuilder) return <Builder key={workbookId} {...of} first={draftOf(dashboardDraft)} />;
  return <ReportTabs key={workbookId} {...of} />;
}
