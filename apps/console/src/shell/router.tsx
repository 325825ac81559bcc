import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { parseExact } from '../api/parse-exact.ts';
import { pagesPath } from '../page/addresses.ts';
import { facts } from '../page/facts.ts';
import { BrokenPage } from './broken-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

interface RouteContext {
  readonly client: QueryClient;
}

/** Pages read their own search: what it may be is no concern of the shell. */
const asGiven = (given: Readonly<Record<string, unknown>>) => given;

const root = createRootRouteWithContext<RouteContext>()({ component: Shell });

const workspacePage = lazyRouteComponent(() => import('../workspace/workspace-page.tsx'), 'WorkspacePage');

/** The first page. In a frame of another page it is the first one that exists there. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: asGiven,
  component: facts.app ? workspacePage : lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
});

/** A page at an address. */
const pageAt = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, validateSearch: asGiven, component });

const preferences = pageAt(
  '/preferences',
  lazyRouteComponent(() => import('../preferences/preferences-page.tsx'), 'PreferencesPage'),
);

const applications = pageAt(
  '/applications',
  lazyRouteComponent(() => import('../applications/applications-page.tsx'), 'ApplicationsPage'),
);

const authentication = pageAt(
  '/authentication',
  lazyRouteComponent(() => import('../authentication/authentication-page.tsx'), 'AuthenticationPage'),
);

const explore = pageAt(
  '/explore',
  lazyRouteComponent(() => import('../explore/explore-page.tsx'), 'ExplorePage'),
);

const workspace = pageAt('/workspace', workspacePage);
const workspaceOf = pageAt('/deployments/$deploymentId/workspace', workspacePage);
const folder = pageAt('/deployments/$deploymentId/folders/$folderId', workspacePage);

const dashboard = pageAt(
  '/dashboards/$publicId',
  lazyRouteComponent(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
);

const workbookPage = lazyRouteComponent(() => import('../workbook/workbook-page.tsx'), 'WorkbookPage');

const workbook = pageAt('/deployments/$deploymentId/workbooks/$workbookId', workbookPage);
const builder = pageAt('/deployments/$deploymentId/workbooks/$workbookId/dashboard', workbookPage);
const version = pageAt('/deployments/$deploymentId/workbooks/$workbookId/dashboard/versions/$versionId', workbookPage);

const development = pageAt(
  '/dev/components',
  lazyRouteComponent(() => import('../development/components-page.tsx'), 'ComponentsPage'),
);

/** Addresses of `pages.ts`, each with its page. */
export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      home,
      explore,
      workspace,
      workspaceOf,
      folder,
      dashboard,
      workbook,
      builder,
      version,
      preferences,
      applications,
      authentication,
      ...(import.meta.env.DEV ? [development] : []),
    ]),
    basepath: pagesPath === '' ? '/' : pagesPath,
    context: { client },
    parseSearch: parseSearchWith(parseExact),
    stringifySearch: stringifySearchWith(JSON.stringify, parseExact),
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
