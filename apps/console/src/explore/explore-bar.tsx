import type { Query } from '@orrery/client/data';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { queries } from '../api/queries.ts';
import { PageBar } from '../shell/page-bar.tsx';
import { WorkbookLink } from '../shell/workbook-link.tsx';
import { exploreWords as words } from '../words/explore-words.ts';
import type { Eyes } from './view-as/eyes.ts';

// The first answer does not wait for them. They come beside it, so that nothing moves later.
const [saveActions, viewAs] = [import('./save/save-actions.tsx'), import('./view-as/view-as.tsx')];
for (const loading of [saveActions, viewAs]) loading.catch(() => undefined); // told where it is shown
const EyesBar = lazy(() => import('./view-as/eyes-bar.tsx'));
const SaveActions = lazy(() => saveActions);
const ViewAs = lazy(() => viewAs);

interface ExploreBarProps extends ComponentProps<typeof SaveActions> {
  /** The query that is compared between viewers; absent for a statement and while nothing is chosen. */
  readonly query: Query | undefined;
  readonly eyes: Eyes | undefined;
  readonly onEyes: (eyes: Eyes | undefined) => void;
  readonly isUnreadable: boolean;
  readonly isLong: boolean;
}

/** The bar of Explore: the report, who it is seen as, how it is saved, and what is wrong with it. */
export function ExploreBar({ query, eyes, onEyes, isUnreadable, isLong, ...saving }: ExploreBarProps) {
  const { deploymentId, explored, saved } = saving;
  const person = useQuery(queries.person).data;
  const mayViewAs = person?.tier === 'admin' || person?.tier === 'developer';
  return (
    <>
      <PageBar title={saved?.report.name ?? words.title}>
        <WorkbookLink report={saved?.report} />
        <Suspense fallback={null}>
          {mayViewAs ? <ViewAs eyes={eyes} onEyes={onEyes} isAdmin={person.isAdmin} /> : null}
          {eyes ? null : <SaveActions {...saving} />}
        </Suspense>
      </PageBar>
      {eyes ? (
        <Suspense fallback={null}>
          <EyesBar
            {...{ deploymentId, eyes, query }}
            calculated={explored.calculated}
            onExit={() => onEyes(undefined)}
          />
        </Suspense>
      ) : null}
      {isUnreadable ? (
        <p className="notice warning explore-note" role="alert">
          {words.unreadable}
        </p>
      ) : null}
      {isLong ? <p className="notice warning explore-note">{words.tooLong}</p> : null}
    </>
  );
}
