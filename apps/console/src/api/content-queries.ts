import type { PlatformInput } from '@orrery/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { platform } from './platform.ts';

type WorkspaceInput = NonNullable<PlatformInput<'workspaceObjects'>['query']>;

const pageOfWorkspace = 50;

/** A search that finds all names, in all folders: without one, a list is that of a folder. */
export const allNames = ' ';

/** A list that is read page by page. */
export const inPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({
    pageInfo,
  }: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
};

const pageAt = (after: string | null) => ({ first: pageOfWorkspace, ...(after === null ? {} : { after }) });

/** Requests for folders, workbooks, dashboards and their sharing. */
export const contentQueries = {
  /** The settings of the account, for admins. */
  accountSettings: queryOptions({
    queryKey: ['account settings'],
    queryFn: ({ signal }) => platform.getAccountSettings({}, { signal }),
    staleTime: 0,
  }),
  workbook: (deploymentId: number, workbookId: number) =>
    queryOptions({
      queryKey: ['workbook', deploymentId, workbookId],
      queryFn: ({ signal }) => platform.getWorkbook({ path: { deploymentId, workbookId } }, { signal }),
      staleTime: 0,
    }),
  /** The reports of a workbook, the oldest first. */
  tabs: (deploymentId: number, workbookId: number) =>
    queryOptions({
      queryKey: ['workbook', deploymentId, workbookId, 'tabs'],
      queryFn: async ({ signal }) => {
        const query = { workbookId, first: 1_000, sortBy: 'createdAt', sortDirection: 'ASC' } as const;
        return (await platform.getReports({ path: { deploymentId }, query }, { signal })).items;
      },
      staleTime: 0,
    }),
  /** Reports outside of workbooks, the last changed first. */
  savedReports: (deploymentId: number) =>
    queryOptions({
      queryKey: ['saved reports', deploymentId],
      queryFn: async ({ signal }) => {
        const { items } = await platform.getReports({ path: { deploymentId }, query: { first: 1_000 } }, { signal });
        return items.filter(({ workbookId }) => workbookId === null);
      },
      staleTime: 0,
    }),
  /** The published versions of a workbook's dashboard, newest first. */
  versions: (deploymentId: number, workbookId: number) =>
    queryOptions({
      queryKey: ['workbook', deploymentId, workbookId, 'versions'],
      queryFn: async ({ signal }) => {
        const asked = { path: { deploymentId, workbookId }, query: { first: 1_000 } };
        return (await platform.getDashboardVersions(asked, { signal })).items;
      },
      staleTime: 0,
    }),
  /** A version of a workbook's dashboard, with everything that it shows. */
  version: (deploymentId: number, workbookId: number, versionId: number) =>
    queryOptions({
      queryKey: ['workbook', deploymentId, workbookId, 'versions', versionId],
      queryFn: ({ signal }) =>
        platform.getDashboardVersion({ path: { deploymentId, workbookId, versionId } }, { signal }),
    }),
  /** A published dashboard, by the id in its address. */
  dashboard: (publicId: string) =>
    queryOptions({
      queryKey: ['dashboard', publicId],
      queryFn: ({ signal }) => platform.getDashboard({ path: { publicId } }, { signal }),
    }),
  /** Values for a filter of a published dashboard. @param body the control, and what is chosen at the others */
  dashboardValues: (publicId: string, body: PlatformInput<'suggestDashboardValues'>['body']) =>
    queryOptions({
      queryKey: ['dashboard values', publicId, JSON.stringify(body)],
      queryFn: ({ signal }) => platform.suggestDashboardValues({ path: { publicId }, body }, { signal }),
      staleTime: 60_000,
    }),
  /** Items of a folder, or all that fit a search, page by page. */
  workspace: (deploymentId: number, query: WorkspaceInput) =>
    infiniteQueryOptions({
      queryKey: ['workspace', deploymentId, query],
      queryFn: ({ signal, pageParam }) =>
        platform.workspaceObjects(
          {
            path: { deploymentId },
            query: { ...pageAt(pageParam), ...query },
          },
          { signal },
        ),
      ...inPages,
    }),
  /** Items that are shared with all viewers, in a folder of them or at the top. */
  sharedWorkspace: (deploymentId: number, folderId: number | undefined) =>
    infiniteQueryOptions({
      queryKey: ['shared workspace', deploymentId, folderId ?? null],
      queryFn: ({ signal, pageParam }) => {
        const query = { ...(folderId === undefined ? {} : { folderId }), ...pageAt(pageParam) };
        return platform.sharedWorkspaceObjects({ path: { deploymentId }, query }, { signal });
      },
      ...inPages,
    }),
  /** The folders from the top down to one, itself last. */
  folderPath: (deploymentId: number, folderId: number) =>
    queryOptions({
      queryKey: ['folders', deploymentId, 'path', folderId],
      queryFn: ({ signal }) => platform.getFolderAncestors({ path: { deploymentId, folderId } }, { signal }),
    }),
  /** The themes that dashboards of the account may have, in the order in which they were made. */
  dashboardThemes: queryOptions({
    queryKey: ['dashboard themes'],
    queryFn: async ({ signal }) => (await platform.getDashboardThemes({ query: { first: 1_000 } }, { signal })).items,
    staleTime: 0,
  }),
  sharing: (resourceType: PlatformInput<'getResourcePolicies'>['query']['resourceType'], resourceId: number) =>
    queryOptions({
      queryKey: ['sharing', resourceType, resourceId],
      queryFn: ({ signal }) => platform.getResourcePolicies({ query: { resourceType, resourceId } }, { signal }),
      staleTime: 0,
    }),
  /** People and groups by name. */
  shareCandidates: (search: string) =>
    queryOptions({
      queryKey: ['share candidates', search],
      queryFn: ({ signal }) => platform.getShareCandidates({ query: { search } }, { signal }),
      staleTime: 30_000,
    }),
};
