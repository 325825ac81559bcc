import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { queries } from '../api/queries.ts';
import { Failure } from '../shell/failure.tsx';
import { isNotFound } from '../shell/is-not-found.ts';
import { mayEdit } from '../shell/may-edit.ts';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/workbook.css';
import { workbookWords as words } from '../words/workbook-words.ts';
import { Builder } from './builder/builder.tsx';
import { draftOf } from '../model/dashboard-draft.ts';
import { ReportTabs } from './report-tabs.tsx';
import { useIsSaving } from './use-is-saving.ts';

const VersionPage = lazy(async () => ({ default: (await import('./version-page.tsx')).VersionPage }));

// It is needed after the rows, and takes longer than they do.
loadCharts();

/**
 * A workbook: its reports as tabs, the builder of its dashboard, or a version of it. Users who may only see its
 * dashboard are redirected to it.
 */
export function WorkbookPage() {
  const params = useParams({ strict: false });
  const isBuilder = useLocation({ select: ({ pathname }) => /\/dashboard\/?$/.test(pathname) });
  if (params.versionId !== undefined) {
    return (
      <Suspense>
        <VersionPage />
      </Suspense>
    );
  }
  const [deploymentId, workbookId] = [Number(params.deploymentId), Number(params.workbookId)];
  if (![deploymentId, workbookId].every((id) => Number.isSafeInteger(id) && id > 0)) return <NotFoundPage />;
  const of = { deploymentId, workbookId, isBuilder };
  return <OneWorkbook key={Object.values(of).join()} {...of} />;
}

interface OneWorkbookProps {
  readonly deploymentId: number;
  readonly workbookId: number;
  readonly isBuilder: boolean;
}

function OneWorkbook({ deploymentId, workbookId, isBuilder }: OneWorkbookProps) {
  const { workbook, isFresh } = useWorkbook(deploymentId, workbookId);
  const tabs = useQuery(contentQueries.tabs(deploymentId, workbookId));
  const person = useQuery(queries.person).data;
  if (isNotFound(workbook.error)) return <NotFoundPage />;
  const failed = [workbook, tabs].find(({ isError }) => isError);
  if (!workbook.data || !tabs.data || !person || (isBuilder && !isFresh)) {
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
  if (!mayExplore(person) || !mayEdit(workbook.data)) {
    if (!publishedDashboard) return mayExplore(person) ? <ReadOnly name={workbook.data.name} /> : <NotFoundPage />;
    return <Navigate to="/dashboards/$publicId" params={{ publicId: publishedDashboard.publicId }} replace />;
  }
  const of = { workbook: workbook.data, reports: tabs.data };
  return isBuilder ? <Builder {...of} first={draftOf(dashboardDraft)} /> : <ReportTabs {...of} />;
}

/** The page of a workbook without a published dashboard, for users who may not edit it. */
function ReadOnly({ name }: { readonly name: string }) {
  return (
    <>
      <PageBar title={name} />
      <div className="page">
        <p>{words.readOnly}</p>
      </div>
    </>
  );
}

/**
 * A workbook, and whether it was fetched since the page was opened. The builder begins with no older one: it would save
 * it over what another builder has saved.
 */
function useWorkbook(deploymentId: number, workbookId: number) {
  const [isFresh, setFresh] = useState(false);
  const isSaving = useIsSaving(deploymentId, workbookId);
  const workbook = useQuery({ ...contentQueries.workbook(deploymentId, workbookId), enabled: isFresh || !isSaving });
  if (!isFresh && !isSaving && workbook.isSuccess && workbook.isFetchedAfterMount) setFresh(true);
  return { workbook, isFresh };
}
