import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { allNames, contentQueries } from '../api/content-queries.ts';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { ago, exactMoment } from '../words/ago.ts';
import { homeWords as words } from '../words/home-words.ts';
import type { Item } from '../items/item.ts';
import { ItemLink } from '../items/item-link.tsx';
import { kindOf } from '../items/kind-of.ts';

interface OwnItemsProps {
  readonly deploymentId: number;
  readonly isForViewer: boolean;
  /** Stands below, and comes together with the items, so that nothing moves later. */
  readonly children: ReactNode;
}

const most = 6;
const lastViewed = { orderByField: 'viewer_last_viewed_at', first: most } as const;

/** The workbooks and reports that the person has viewed last, and their favourites; nothing where there are none. */
export default function OwnItems({ deploymentId, isForViewer, children }: OwnItemsProps) {
  const recent = useInfiniteQuery(
    contentQueries.workspace(deploymentId, { types: ['WORKBOOK', 'REPORT'], search: allNames, ...lastViewed }),
  );
  const favourites = useInfiniteQuery(contentQueries.workspace(deploymentId, { favorites: 'true', ...lastViewed }));
  if (recent.isPending || favourites.isPending) return <Waiting what={words.items} height={420} />;
  const list = (title: string, { data, isError, error, refetch }: typeof recent) => {
    const [page] = data?.pages ?? [];
    if (isError) return <Failure error={error} onAgain={() => void refetch()} />;
    return <Items title={title} items={page?.items ?? []} isForViewer={isForViewer} />;
  };
  return (
    <>
      <div className="own-items">
        {list(words.recent, recent)}
        {list(words.favourites, favourites)}
        {favourites.hasNextPage ? (
          <Link
            to="/deployments/$deploymentId/workspace"
            params={{ deploymentId: String(deploymentId) }}
            search={{ show: 'favourites' }}
          >
            {words.allFavourites}
          </Link>
        ) : null}
      </div>
      {children}
    </>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly items: readonly Item[];
  readonly isForViewer: boolean;
}

function Items({ title, items, isForViewer }: ItemsProps) {
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={`${item.type} ${item.id}`}>
            <ItemLink item={item} isForViewer={isForViewer} />{' '}
            <span className="help">
              {kindOf(item)},{' '}
              <time dateTime={item.updatedAt} title={exactMoment(item.updatedAt)}>
                {words.changed(ago(item.updatedAt))}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
