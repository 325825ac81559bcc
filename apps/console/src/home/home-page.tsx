import type { Meta, MetaCube } from '@orrery/client/data';
import { loadCharts } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { type Asker, askerOf } from '../api/data.ts';
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

// It is needed after the rows, and takes longer than they do.
loadCharts();

/** The first page: an answer, and what else can be looked at. */
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
        {deployment ? <Views asker={askerOf(deployment.id)} /> : null}
      </div>
    </>
  );
}

function Views({ asker }: { readonly asker: Asker }) {
  const meta = useQuery(queries.meta(asker));
  if (meta.isPending) return <Waiting what={words.model} height={420} />;
  if (meta.isError) return <Failure error={meta.error} onAgain={() => void meta.refetch()} />;
  const views = shownViews(meta.data.cubes);
  if (views.length === 0) return <p>{words.noView}</p>;
  return <ShownViews asker={asker} meta={meta.data} views={views} />;
}

interface ShownViewsProps {
  readonly asker: Asker;
  readonly meta: Meta;
  readonly views: readonly MetaCube[];
}

function ShownViews({ asker, meta, views }: ShownViewsProps) {
  const [name, setName] = useState(views[0]?.name);
  const view = views.find((each) => each.name === name) ?? views[0];
  return (
    <>
      {view ? <FirstAnswer key={view.name} asker={asker} meta={meta} view={view} /> : null}
      <section aria-labelledby="start-from">
        <h2 id="start-from">{words.startFrom}</h2>
        <ToggleButtonGroup
          className="views"
          aria-labelledby="start-from"
          disallowEmptySelection
          selectedKeys={view ? [view.name] : []}
          onSelectionChange={([next]) => setName(String(next))}
        >
          {views.map(({ name: id, title, description, measures, dimensions }) => (
            <ToggleButton key={id} id={id} className="view">
              <strong>{title}</strong>
              <span className="count">{words.members(countOf(measures) + countOf(dimensions))}</span>
              {description ? <span className="about">{description}</span> : null}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </section>
    </>
  );
}

const countOf = (members: readonly { readonly public: boolean }[]): number =>
  members.filter((each) => each.public).length;
