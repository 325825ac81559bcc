import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type DataIdentity, askerAs, askerOf } from '../api/data.ts';
import { queries } from '../api/queries.ts';
import { viewsOf } from '../model/views.ts';
import { questionOf } from '../model/report-question.ts';
import { Failure } from '../shell/failure.tsx';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/code-block.css';
import '../style/explore.css';
import { exploreWords as words } from '../words/explore-words.ts';
import { Exploration } from './exploration.tsx';
import { useExploration } from './use-exploration.ts';
import type { Eyes } from './view-as/eyes.ts';

const SourceExploration = lazy(() => import('./source/source-exploration.tsx'));

// It is needed after the rows, and takes longer than they do.
loadCharts();

/** Page for queries over the model: members on the left, the query at the top, and its answer below. */
export function ExplorePage() {
  const { search } = useExploration();
  const person = useQuery(queries.person).data;
  const deployments = useQuery(queries.deployments);
  const deployment =
    deployments.data?.find(({ id }) => id === search.deployment) ??
    (search.deployment === undefined ? deployments.data?.[0] : undefined);
  if (person && !mayExplore(person)) return <NotFoundPage />;
  if (deployment) return <Deployed key={deployment.id} deploymentId={deployment.id} />;
  return (
    <Alone>
      {deployments.isPending ? <Waiting what={words.model} height={420} /> : null}
      {deployments.isError ? <Failure error={deployments.error} onAgain={() => void deployments.refetch()} /> : null}
      {deployments.isSuccess ? <p>{words.noDeployment}</p> : null}
    </Alone>
  );
}

function Deployed({ deploymentId }: { readonly deploymentId: number }) {
  const [eyes, setEyes] = useState<Eyes>();
  const asker = useMemo(
    (): DataIdentity => (eyes ? askerAs(deploymentId, eyes.securityContext) : askerOf(deploymentId)),
    [deploymentId, eyes],
  );
  const { search } = useExploration();
  const meta = useQuery(queries.meta(asker));
  const report = useQuery({
    ...queries.report(deploymentId, search.report ?? 0),
    enabled: search.report !== undefined,
  });
  const views = useMemo(() => (meta.data ? viewsOf(meta.data) : []), [meta.data]);
  if (meta.isError || report.isError) {
    return (
      <Alone>
        {eyes ? <p className="help">{words.viewingAs(eyes.name)}</p> : null}
        <Failure
          error={meta.error ?? report.error}
          onAgain={() => {
            setEyes(undefined);
            if (meta.isError) void meta.refetch();
            if (report.isError) void report.refetch();
          }}
        />
      </Alone>
    );
  }
  if (meta.isPending || (search.report !== undefined && report.isPending)) {
    return (
      <Alone>
        <Waiting what={words.model} height={420} />
      </Alone>
    );
  }
  const question = report.data && questionOf(report.data);
  if (report.data && question?.kind === 'source') {
    return (
      <Suspense fallback={<Waiting what={report.data.name} height={420} />}>
        <SourceExploration
          key={report.data.id}
          deploymentId={deploymentId}
          meta={meta.data}
          report={report.data}
          query={question}
          eyes={eyes}
          onExit={() => setEyes(undefined)}
        />
      </Suspense>
    );
  }
  if (views.length === 0 && !eyes) {
    return (
      <Alone>
        <p>{words.noView}</p>
      </Alone>
    );
  }
  return <Exploration asker={asker} meta={meta.data} views={views} report={report.data} eyes={eyes} onEyes={setEyes} />;
}

function Alone({ children }: { readonly children: React.ReactNode }) {
  return (
    <>
      <PageBar title={words.title} />
      <div className="page">{children}</div>
    </>
  );
}
