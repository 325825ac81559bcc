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

const preferences = createRoute({
  getParentRoute: () => root,
  path: '/preferences',
  component: lazyRouteComponent(() => import('../preferences/preferences-page.tsx'), 'PreferencesPage'),
});

const applications = createRoute({
  getParentRoute: () => root,
  path: '/applications',
  component: lazyRouteComponent(() => import('../applications/applications-page.tsx'), 'ApplicationsPage'),
});

const authentication = createRoute({
  getParentRoute: () => root,
  path: '/authentication',
  component: lazyRouteComponent(() => import('../authentication/authentication-page.tsx'), 'AuthenticationPage'),
});

const explore = createRoute({
  getParentRoute: () => root,
  path: '/explore',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('../explore/explore-page.tsx'), 'ExplorePage'),
});

const workspaceAt = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => root, path, validateSearch: asGiven, component: workspacePage });

const workspace = workspaceAt('/workspace');
const workspaceOf = workspaceAt('/deployments/$deploymentId/workspace');
const folder = workspaceAt('/deployments/$deploymentId/folders/$folderId');

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboards/$publicId',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const workbookPage = lazyRouteComponent(() => import('../workbook/workbook-page.tsx'), 'WorkbookPage');

const workbookAt = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => root, path, validateSearch: asGiven, component: workbookPage });

const workbook = workbookAt('/deployments/$deploymentId/workbooks/$workbookId');
const builder = workbookAt('/deployments/$deploymentId/workbooks/$workbookId/dashboard');
const version = workbookAt('/deployments/$deploymentId/workbooks/$workbookId/dashboard/versions/$versionId');

const development = createRoute({
  getParentRoute: () => root,
  path: '/dev/components',
  component: lazyRouteComponent(() => import('../development/components-page.tsx'), 'ComponentsPage'),
});

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
