import { queryOptions } from '@tanstack/react-query';
import { facts } from '../page/facts.ts';
import type { DataIdentity } from './data.ts';
import { platform } from './platform.ts';

/** Requests of the application, each under the key that its answer is kept by. */
export const queries = {
  person: queryOptions({
    queryKey: ['person'],
    queryFn: ({ signal }) => platform.getCurrentUser({}, { signal }),
    staleTime: 60_000,
  }),
  preferences: queryOptions({
    queryKey: ['preferences'],
    queryFn: ({ signal }) => platform.getPreferences({}, { signal }),
    staleTime: 60_000,
  }),
  deployments: queryOptions({
    queryKey: ['deployments'],
    queryFn: async ({ signal }) =>
      facts.app
        ? [await platform.getDeployment({ path: { deploymentId: facts.app.deploymentId } }, { signal })]
        : (await platform.getDeployments({ query: { first: 100 } }, { signal })).items,
    staleTime: 60_000,
  }),
  deployment: (deploymentId: number) =>
    queryOptions({
      queryKey: ['deployment', deploymentId],
      queryFn: ({ signal }) => platform.getDeployment({ path: { deploymentId } }, { signal }),
      staleTime: 60_000,
    }),
  /** The model as far as the asker may see it, with what can be combined. */
  meta: ({ deploymentId, key, data }: DataIdentity) =>
    queryOptions({
      queryKey: ['meta', deploymentId, key],
      queryFn: ({ signal }) => data.meta({ isExtended: true, signal }),
      staleTime: 30_000,
    }),
  report: (deploymentId: number, reportId: number) =>
    queryOptions({
      queryKey: ['report', deploymentId, reportId],
      queryFn: ({ signal }) => platform.getReport({ path: { deploymentId, reportId } }, { signal }),
    }),
  /** Folders in a folder; absent: those at the top of the workspace. */
  folders: (deploymentId: number, parentId: number | undefined) =>
    queryOptions({
      queryKey: ['folders', deploymentId, parentId ?? null],
      queryFn: async ({ signal }) => {
        const query = { first: 1_000, ...(parentId === undefined ? {} : { parentId }) };
        return (await platform.getFolders({ path: { deploymentId }, query }, { signal })).items;
      },
    }),
  users: (search: string) =>
    queryOptions({
      queryKey: ['users', search],
      queryFn: async ({ signal }) =>
        (
          await platform.getUsers(
            { query: { first: 50, status: 'active', ...(search === '' ? {} : { search }) } },
            { signal },
          )
        ).items,
    }),
};
