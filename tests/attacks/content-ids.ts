/** Requests that hold ids of content, in their path, query or body. */

export const unknown = 999_999_999;

export type Body = Readonly<Record<string, unknown>>;

/** Ids of the content at one location. */
export interface Things {
  readonly deploymentId: number;
  readonly folder: number;
  readonly workbook: number;
  readonly report: number;
  readonly tab: number;
  readonly version: number;
  readonly dashboard: number;
  readonly publicId: string;
  readonly notification: number;
  readonly user: number;
  readonly group: number;
}

export const nothing: Things = {
  ...{ deploymentId: unknown, folder: unknown, workbook: unknown, report: unknown, tab: unknown, version: unknown },
  ...{ dashboard: unknown, publicId: 'AAAAAAAAAAAA', notification: unknown, user: unknown, group: unknown },
};

/** Returns the kind of content that a number in a path identifies. */
export function inPath(parameter: string, route: string): keyof Things {
  if (parameter === 'folderId') return 'folder';
  if (parameter === 'reportId') return 'report';
  if (parameter === 'versionId') return 'version';
  if (parameter === 'id' && route.includes('/notifications/')) return 'notification';
  return 'workbook';
}

export const chart = (reportId: number) => ({
  widgets: [{ id: 'a', type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId } }],
});
const inTabs = (reportId: number) => ({
  widgets: [
    {
      ...{ id: 'b', type: 'TABS_CONTAINER', position: { x: 0, y: 0, w: 1, h: 1 } },
      config: { tabs: [{ id: 'c', title: 'c', widgets: chart(reportId).widgets }] },
    },
  ],
});

/** Bodies that would be accepted if the path led to the caller's own content. */
export const bodies: Readonly<Record<string, (own: Things) => Body>> = {
  'POST /deployments/:deploymentId/folders': () => ({ name: 'made by an attack' }),
  'PUT /deployments/:deploymentId/folders/:folderId': () => ({ name: 'renamed by an attack' }),
  'POST /deployments/:deploymentId/workbooks': () => ({ name: 'made by an attack' }),
  'PUT /deployments/:deploymentId/workbooks/:workbookId': () => ({ name: 'renamed by an attack' }),
  'PUT /deployments/:deploymentId/workbooks/:workbookId/dashboard': () => ({ dashboardDraft: { widgets: [] } }),
  'PUT /deployments/:deploymentId/workbooks/:workbookId/dashboard/embedding': () => ({ allowEmbed: true }),
  'POST /deployments/:deploymentId/reports': () => ({ name: 'made by an attack' }),
  'PUT /deployments/:deploymentId/reports/:reportId': () => ({ name: 'renamed by an attack' }),
  'POST /deployments/:deploymentId/workspace/move': ({ workbook }) => ({ type: 'WORKBOOK', id: workbook }),
  'POST /deployments/:deploymentId/notifications': ({ dashboard }) => ({
    scheduleType: 'DAILY',
    dashboardId: dashboard,
  }),
  'PUT /deployments/:deploymentId/notifications/:id': () => ({ hour: 7 }),
  'POST /deployments/:deploymentId/notifications/:id/recipients': ({ user }) => ({
    recipients: [{ type: 'USER', userId: user }],
  }),
  'DELETE /deployments/:deploymentId/notifications/:id/recipients': ({ user }) => ({
    recipients: [{ type: 'USER', id: user }],
  }),
};

/** Ids in bodies and queries: the route, and a request that names something of another user. */
export const inside: readonly (readonly [string, (own: Things, other: Things) => Body])[] = [
  ['GET /deployments/:deploymentId/folders', (_, { folder }) => ({ parentId: folder })],
  ['POST /deployments/:deploymentId/folders', (_, { folder }) => ({ name: 'x', parentId: folder })],
  ['GET /deployments/:deploymentId/workbooks', (_, { folder }) => ({ folderId: folder })],
  ['POST /deployments/:deploymentId/workbooks', (_, { folder }) => ({ folderId: folder })],
  ['PUT /deployments/:deploymentId/workbooks/:workbookId', (_, { folder }) => ({ folderId: folder })],
  ['POST /deployments/:deploymentId/workbooks/:workbookId/publish', (_, { workbook }) => ({ workbookId: workbook })],
  [
    'POST /deployments/:deploymentId/workbooks/:workbookId/publish',
    ({ workbook }, { dashboard }) => ({ workbookId: workbook, dashboardId: dashboard, config: { widgets: [] } }),
  ],
  ...(['report', 'tab'] as const).flatMap((kind) =>
    [chart, inTabs].map(
      (config) =>
        [
          'POST /deployments/:deploymentId/workbooks/:workbookId/publish',
          ({ workbook }: Things, other: Things) => ({ workbookId: workbook, config: config(other[kind]) }),
        ] as const,
    ),
  ),
  ['GET /deployments/:deploymentId/reports', (_, { workbook }) => ({ workbookId: workbook })],
  ['POST /deployments/:deploymentId/reports', (_, { workbook }) => ({ workbookId: workbook })],
  ['POST /deployments/:deploymentId/reports', (_, { folder }) => ({ folderId: folder })],
  ['PUT /deployments/:deploymentId/reports/:reportId', (_, { folder }) => ({ folderId: folder })],
  ['PUT /deployments/:deploymentId/reports/:reportId', (_, { workbook }) => ({ workbookId: workbook })],
  ['GET /deployments/:deploymentId/workspace', (_, { folder }) => ({ folderId: folder })],
  ...(['FOLDER', 'WORKBOOK', 'REPORT'] as const).flatMap((type) => {
    const kind = type.toLowerCase() as 'folder' | 'workbook' | 'report';
    const resourceType = `${type.charAt(0)}${type.slice(1).toLowerCase()}`;
    const action = `${resourceType}Read`;
    const move = 'POST /deployments/:deploymentId/workspace/move';
    return [
      [move, (_: Things, other: Things) => ({ type, id: other[kind] })],
      [move, (own: Things, { folder }: Things) => ({ type, id: own[kind], folderId: folder })],
      ['GET /resource-policies', (_: Things, other: Things) => ({ resourceType, resourceId: other[kind] })],
      [
        'PUT /resource-policies/user',
        ({ user }: Things, other: Things) => ({ resourceType, resourceId: other[kind], userId: user, action }),
      ],
      [
        'PUT /resource-policies/user',
        (_: Things, other: Things) => ({ resourceType, resourceId: other[kind], action }),
      ],
      [
        'PUT /resource-policies/group',
        ({ group }: Things, other: Things) => ({ resourceType, resourceId: other[kind], groupId: group, action }),
      ],
    ] as const;
  }),
  ['GET /deployments/:deploymentId/notifications', (_, { dashboard }) => ({ dashboardId: dashboard })],
  ['GET /deployments/:deploymentId/notifications', (_, { publicId }) => ({ dashboardPublicId: publicId })],
  [
    'POST /deployments/:deploymentId/notifications',
    (_, { dashboard }) => ({ scheduleType: 'DAILY', dashboardId: dashboard }),
  ],
  [
    'POST /deployments/:deploymentId/notifications',
    (_, { publicId }) => ({ scheduleType: 'DAILY', dashboardPublicId: publicId }),
  ],
];

/** Only another account has other people. */
export const ofPeople: typeof inside = [
  ...(['folder', 'workbook', 'report'] as const).flatMap((kind) => {
    const resourceType = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const shared = (own: Things) => ({ resourceType, resourceId: own[kind], action: `${resourceType}Read` });
    return [
      ['PUT /resource-policies/user', (own: Things, { user }: Things) => ({ ...shared(own), userId: user })],
      ['PUT /resource-policies/group', (own: Things, { group }: Things) => ({ ...shared(own), groupId: group })],
    ] as const;
  }),
  [
    'POST /deployments/:deploymentId/notifications/:id/recipients',
    (_, { user }) => ({ recipients: [{ type: 'USER', userId: user }] }),
  ],
];
