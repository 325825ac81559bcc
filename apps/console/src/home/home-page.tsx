import type { Meta, MetaCube } from '@orrery/client/data';
import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type DataIdentity, askerOf } from '../api/data.ts';
import { queries } from '../api/queries.ts';
import { addressOf } from '../page/addresses.ts';
import { Failure } from '../shell/failure.tsx';
import { mayExplore } from '../shell/may-explore.ts';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/home.css';
import { homeWords as words } from '../words/home-words.ts';
import { FirstAnswer } from './first-answer.tsx';
import { shownViews } from './first-query.ts';

// They are needed after the first requests, and take as long as those do.
const [ownItems, startFrom] = [import('./own-items.tsx'), import('./start-from.tsx')];
for (const loading of [ownItems, startFrom]) loading.catch(() => undefined); // told where it is shown
const OwnItems = lazy(() => ownItems);
const StartFrom = lazy(() => startFrom);

// It is needed after the rows, and takes longer than they do.
loadCharts();

/** The first page: what the person has used last, an answer, and what else can be looked at. */
export function HomePage() {
  const deployments = useQuery(queries.deployments);
  const person = useQuery(queries.person).data;
  const [deployment] = deployments.data ?? [];
  return (
    <>
      <PageBar title={words.title}>
        {deployment && mayExplore(person) ? (
          <a href={addressOf(`/embed/d/${deployment.id}/chat`)}>{words.ask}</a>
        ) : null}
      </PageBar>
      <div className="page home">
        {deployments.isPending ? <Waiting what={words.model} height={420} /> : null}
        {deployments.isError ? <Failure error={deployments.error} onAgain={() => void deployments.refetch()} /> : null}
        {deployments.isSuccess && !deployment ? <p>{words.noDeployment}</p> : null}
        {deployment ? <Deployed asker={askerOf(deployment.id)} isForViewer={!mayExplore(person)} /> : null}
      </div>
    </>
  );
}

interface DeployedProps {
  readonly asker: DataIdentity;
  readonly isForViewer: boolean;
}

function Deployed({ asker, isForViewer }: DeployedProps) {
  // Requested here, so that it does not wait for the items.
  const meta = useQuery(queries.meta(asker));
  const views = () => {
    if (meta.isPending) return <Waiting what={words.model} height={420} />;
    if (meta.isError) return <Failure error={meta.error} onAgain={() => void meta.refetch()} />;
    const shown = shownViews(meta.data.cubes);
    return shown.length === 0 ? <p>{words.noView}</p> : <ShownViews asker={asker} meta={meta.data} views={shown} />;
  };
  return (
    <Suspense fallback={<Waiting what={words.model} height={420} />}>
      <OwnItems deploymentId={asker.deploymentId} isForViewer={isForViewer}>
        {views()}
      </OwnItems>
    </Suspense>
  );
}

interface ShownViewsProps {
  readonly asker: DataIdentity;
  readonly meta: Meta;
  readonly views: readonly MetaCube[];
}

function ShownViews({ asker, meta, views }: ShownViewsProps) {
  const [name, setName] = useState(views[0]?.name);
  const view = views.find((each) => each.name === name) ?? views[0];
  return (
    <>
      {view ? <FirstAnswer key={view.name} asker={asker} meta={meta} view={view} /> : null}
      <Suspense>
        <StartFrom views={views} shown={view} onView={setName} />
      </Suspense>
    </>
  );
}
