import type { Meta } from '@orrery/client/data';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DataIdentity } from '../api/data.ts';
import { Button } from '../controls/button.tsx';
import type { QueryableView } from '../model/views.ts';
import { PageBar } from '../shell/page-bar.tsx';
import { exploreWords as words } from '../words/explore-words.ts';
import { Exploring } from './exploring.tsx';
import { viewNameIn } from './query/fields.ts';
import { exploredOf, type Report } from './save/explored-report.ts';
import { useExploration } from './use-exploration.ts';
import type { Eyes } from './view-as/eyes.ts';

const EyesBar = lazy(() => import('./view-as/eyes-bar.tsx'));

interface ExplorationProps {
  readonly asker: DataIdentity;
  readonly meta: Meta;
  readonly views: readonly QueryableView[];
  readonly report: Report | undefined;
  readonly eyes: Eyes | undefined;
  readonly onEyes: (eyes: Eyes | undefined) => void;
}

/** Shows the exploration of the address, of a view that the asker sees. */
export function Exploration({ asker, meta, views, report, eyes, onEyes }: ExplorationProps) {
  const { search, isLong, change } = useExploration();
  const [chosen, setChosen] = useState<string>();
  const read = report && exploredOf(report);
  const saved = read?.explored;
  const isOpened = search.q !== undefined || search.sql !== undefined;
  const shown = isOpened ? search : { ...search, ...saved };
  const named = (shown.q && viewNameIn(shown.q)) ?? shown.view;
  const view = named === undefined ? views[0] : views.find(({ name }) => name === named);
  const { name: shownName } = view ?? {};
  // Back and Forward lead to it as well, and leave the focus where it is.
  useEffect(() => setChosen(undefined), [shownName]);
  if (view) {
    return (
      <Exploring
        key={`${asker.key} ${view.name}`}
        asker={asker}
        meta={meta}
        views={views}
        view={view}
        shown={shown}
        saved={report && saved ? { report, explored: saved } : undefined}
        isUnreadable={read?.isUnreadable === true && !isOpened}
        isLong={isLong}
        onChange={change}
        onView={(name) => {
          if (name !== view.name) setChosen(name);
          change({ deployment: shown.deployment, view: name });
        }}
        isViewChosen={chosen === view.name}
        eyes={eyes}
        onEyes={onEyes}
      />
    );
  }
  const [first] = views;
  return (
    <>
      <PageBar title={report?.name ?? words.title} />
      {eyes ? (
        <Suspense fallback={null}>
          <EyesBar deploymentId={asker.deploymentId} eyes={eyes} query={undefined} onExit={() => onEyes(undefined)} />
        </Suspense>
      ) : null}
      <div className="page failure" role="alert">
        <p className="notice warning">{named === undefined ? words.noView : words.noSuchView(named)}</p>
        {first ? <Button onPress={() => change({ view: first.name })}>{words.startWith(first.title)}</Button> : null}
      </div>
    </>
  );
}
