import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { brand } from '../page/brand.ts';
import { facts } from '../page/facts.ts';
import { OpenShareDialog } from '../share/open-share-dialog.tsx';
import { Failure } from '../shell/failure.tsx';
import { mayExplore } from '../shell/may-explore.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { isNotFound } from '../shell/is-not-found.ts';
import '../style/workspace.css';
import { workspaceWords as words } from '../words/workspace-words.ts';
import type { Item } from '../items/item.ts';
import { NewDialog } from './item-dialogs.tsx';
import { ItemList } from './item-list.tsx';
import { sharedOf } from '../items/item.ts';
import { readWorkspaceSearch, type WorkspaceSearch } from './workspace-search.ts';

const SharedItems = lazy(() => import('./shared-items.tsx'));

/** Folders, workbooks and reports: what the person may see of a deployment, in its folders. */
export function WorkspacePage() {
  const params = useParams({ strict: false });
  const deployments = useQuery(queries.deployments);
  const named = params.deploymentId;
  const deployment = deployments.data?.find(({ id }) => named === undefined || String(id) === named);
  if (deployments.isSuccess && named !== undefined && !deployment) return <NotFoundPage />;
  if (!deployment) {
    return (
      <>
        <PageBar title={words.title} />
        <div className="page">
          {deployments.isPending ? <Waiting what={words.title} height={240} /> : null}
          {deployments.isError ? (
            <Failure error={deployments.error} onAgain={() => void deployments.refetch()} />
          ) : null}
          {deployments.isSuccess ? <p>{words.noDeployment}</p> : null}
        </div>
      </>
    );
  }
  if (params.folderId === undefined) return <Place deploymentId={deployment.id} folderId={undefined} path={[]} />;
  return <InFolder key={params.folderId} deploymentId={deployment.id} folderId={Number(params.folderId)} />;
}

function InFolder({ deploymentId, folderId }: { readonly deploymentId: number; readonly folderId: number }) {
  const isNumber = Number.isSafeInteger(folderId) && folderId > 0;
  const path = useQuery({ ...contentQueries.folderPath(deploymentId, folderId), enabled: isNumber });
  if (!isNumber || isNotFound(path.error)) return <NotFoundPage />;
  if (path.data) return <Place deploymentId={deploymentId} folderId={folderId} path={path.data} />;
  return (
    <>
      <PageBar title={words.title} />
      <div className="page">
        {path.isError ? <Failure error={path.error} onAgain={() => void path.refetch()} /> : null}
        {path.isPending ? <Waiting what={words.title} height={240} /> : null}
      </div>
    </>
  );
}

interface PlaceProps {
  readonly deploymentId: number;
  /** Absent: the top. */
  readonly folderId: number | undefined;
  readonly path: readonly { readonly id: number; readonly name: string }[];
}

function Place({ deploymentId, folderId, path }: PlaceProps) {
  const navigate = useNavigate();
  const shown = readWorkspaceSearch(useSearch({ strict: false }));
  const person = useQuery(queries.person).data;
  const [making, setMaking] = useState<'folder' | 'workbook'>();
  const [sharing, setSharing] = useState<Item>();
  const [said, setSaid] = useState('');
  const of = { deploymentId: String(deploymentId) };
  const make = (kind: 'folder' | 'workbook') => {
    setSaid('');
    setMaking(kind);
  };
  const change = (next: Partial<WorkspaceSearch>) => {
    setSaid('');
    const { search, show, sort } = { ...shown, ...next };
    const given = {
      search,
      show: show === 'everything' ? undefined : show,
      sort: sort === 'lastChanged' ? undefined : sort,
    };
    void navigate({ to: '.', search: given, replace: true });
  };
  const isMaker = mayExplore(person);
  return (
    <>
      <PageBar title={path.at(-1)?.name ?? brand().title ?? words.title}>
        {isMaker ? (
          <>
            <Button onPress={() => make('folder')}>{words.newFolder}</Button>
            <Button look="primary" onPress={() => make('workbook')}>
              {words.newWorkbook}
            </Button>
          </>
        ) : null}
      </PageBar>
      <div className="page workspace">
        {path.length > 0 ? (
          <nav aria-label={words.path} className="folder-path">
            <Link to="/deployments/$deploymentId/workspace" params={of}>
              {words.title}
            </Link>
            {path.slice(0, -1).map(({ id, name }) => (
              <Link key={id} to="/deployments/$deploymentId/folders/$folderId" params={{ ...of, folderId: String(id) }}>
                {name}
              </Link>
            ))}
          </nav>
        ) : null}
        <ItemList
          deploymentId={deploymentId}
          folderId={folderId}
          shown={shown}
          isForViewer={!isMaker}
          onChange={change}
          onShare={setSharing}
          said={said}
          onSaid={setSaid}
        />
        {facts.app && folderId === undefined ? (
          <Suspense>
            <SharedItems deploymentId={deploymentId} />
          </Suspense>
        ) : null}
      </div>
      {making ? (
        <NewDialog
          kind={making}
          deploymentId={deploymentId}
          folderId={folderId}
          onClose={() => setMaking(undefined)}
          onDone={setSaid}
          onWorkbook={(id) =>
            void navigate({
              to: '/deployments/$deploymentId/workbooks/$workbookId',
              params: { ...of, workbookId: String(id) },
            })
          }
        />
      ) : null}
      <OpenShareDialog shared={sharing && sharedOf(sharing, deploymentId)} onClose={() => setSharing(undefined)} />
    </>
  );
}
