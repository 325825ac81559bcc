import { type PageAlone, pagesAlone } from './pages-alone.ts';

/** A page and the files that it needs. The server sends the same shell for each. */
export interface AppPage extends PageAlone {
  /** Shown in frames of other pages, to viewers in creator mode; the pages of the application are below it. */
  readonly isInFrames?: true;
  /** The file that shows it. */
  readonly chunk: string;
}

/** The frame around the pages of people who are signed in. */
export const applicationFrame = 'src/shell/open-application.tsx';

const strangers = 'src/start/open-start.tsx';
const questions = 'src/start/connect/open-connect.tsx';

const workbook = 'src/workbook/workbook-page.tsx';
export const workspace = 'src/workspace/workspace-page.tsx';

export const pages: readonly AppPage[] = [
  { path: '/', isPublic: false, chunk: 'src/home/home-page.tsx' },
  { path: '/explore', isPublic: false, chunk: 'src/explore/explore-page.tsx' },
  { path: '/workspace', isPublic: false, chunk: workspace },
  { path: '/deployments/:deploymentId/workspace', isPublic: false, chunk: workspace },
  { path: '/deployments/:deploymentId/folders/:folderId', isPublic: false, chunk: workspace },
  { path: '/dashboards/:publicId', isPublic: false, chunk: 'src/dashboard/dashboard-page.tsx' },
  { path: '/deployments/:deploymentId/workbooks/:workbookId', isPublic: false, chunk: workbook },
  { path: '/deployments/:deploymentId/workbooks/:workbookId/dashboard', isPublic: false, chunk: workbook },
  {
    path: '/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions/:versionId',
    isPublic: false,
    chunk: workbook,
  },
  { path: '/preferences', isPublic: false, chunk: 'src/preferences/preferences-page.tsx' },
  { path: '/applications', isPublic: false, chunk: 'src/applications/applications-page.tsx' },
  { path: '/authentication', isPublic: false, chunk: 'src/authentication/authentication-page.tsx' },
  { path: '/embed/d/:deploymentId/app', isPublic: false, isInFrames: true, chunk: 'src/frame/open-app.tsx' },
  ...pagesAlone.map((page) => ({ ...page, chunk: page.isNeverFramed ? questions : strangers })),
];

/** Every component in every state. Served in development, and no part of the build. */
export const developmentPage: AppPage = {
  path: '/dev/components',
  isPublic: false,
  chunk: 'src/development/components-page.tsx',
};
