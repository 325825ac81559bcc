import { GeojsonServer } from '../../servers/geojson-server.ts';
import type { Recorder } from '../recorder.ts';

const deployment = { deploymentId: 1 };
const query = { measures: ['sales.count'], dimensions: ['sales.status'], order: { 'sales.status': 'asc' } };

/** Folders, reports, workbooks, dashboards, and who may see them. @returns the dashboard that was published */
export async function tellContent(api: Recorder): Promise<{ readonly publicId: string }> {
  const { body: world } = await api.ask('createFolder', { parameters: deployment, body: { name: 'World' } });
  const { body: folder } = await api.ask('createFolder', {
    parameters: deployment,
    body: { name: 'Europe', parentId: world.id },
  });
  const ofFolder = { parameters: { ...deployment, folderId: folder.id } };
  await api.ask('getFolders', { parameters: { ...deployment, first: 10 } });
  await api.ask('updateFolder', { ...ofFolder, body: { name: 'Europe and Asia' } });
  await api.ask('getFolderAncestors', ofFolder);
  await tellSharing(api, folder.id);
  const making = { name: 'Sales', folderId: folder.id };
  const { body: workbook } = await api.ask('createWorkbook', { parameters: deployment, body: making });
  const ofWorkbook = { parameters: { ...deployment, workbookId: workbook.id } };
  const report = await tellReports(api, workbook.id);
  await api.ask('getWorkbooks', { parameters: { ...deployment, first: 10 } });
  await api.ask('getWorkbook', ofWorkbook);
  await api.ask('updateWorkbook', { ...ofWorkbook, body: { name: 'Sales by status' } });
  const publicId = await tellDashboards(api, workbook.id, report);
  await tellThemes(api);
  await tellPalettes(api);
  await tellMapShapes(api);
  await api.ask('addFavorite', { parameters: { ...deployment, id: workbook.id } });
  await api.ask('workspaceObjects', { parameters: { ...deployment, first: 10 } });
  await api.ask('moveWorkspaceObject', { parameters: deployment, body: { type: 'FOLDER', id: folder.id } });
  await api.ask('removeFavorite', { parameters: { ...deployment, id: workbook.id } });
  await tellNotifications(api, publicId);
  const { body: copy } = await api.ask('duplicateWorkbook', ofWorkbook);
  await api.ask('deleteWorkbook', { parameters: { ...deployment, workbookId: copy.id } });
  await api.ask('deleteFolder', { parameters: { ...deployment, folderId: world.id } });
  return { publicId };
}

async function tellThemes(api: Recorder): Promise<void> {
  const theme = { dashboard: { backgroundColor: '#f4f1ea' }, widgets: { border: { radius: '8px' } } };
  const { body: paper } = await api.ask('createDashboardTheme', { body: { name: 'Paper', theme } });
  const ofTheme = { parameters: { id: paper.id } };
  await api.ask('getDashboardThemes', { parameters: { first: 10 } });
  await api.ask('updateDashboardTheme', { ...ofTheme, body: { name: 'Light paper' } });
  await api.ask('deleteDashboardTheme', ofTheme);
}

async function tellPalettes(api: Recorder): Promise<void> {
  const { body: sea } = await api.ask('createChartPalette', {
    body: { name: 'Sea', colors: ['#0b3954', '#087e8b', '#bfd7ea'] },
  });
  const ofPalette = { parameters: { id: sea.id } };
  await api.ask('getChartPalettes', { parameters: { first: 10 } });
  await api.ask('updateChartPalette', { ...ofPalette, body: { colors: ['#0b3954', '#087e8b'] } });
  await api.ask('deleteChartPalette', ofPalette);
}

async function tellMapShapes(api: Recorder): Promise<void> {
  await using place = await GeojsonServer.open();
  await api.ask('fetchMapShapes', { body: { url: `${place.origin}/regions.geojson` } });
}

async function tellSharing(api: Recorder, resourceId: number): Promise<void> {
  const resource = { resourceType: 'Folder', resourceId };
  const { body: candidates } = await api.ask('getShareCandidates', { parameters: { ...resource, search: 'ann' } });
  const action = 'FolderRead';
  const userId: number = candidates.users?.[0]?.id ?? candidates.items[0].id;
  await api.ask('setUserPolicy', { body: { ...resource, userId, action } });
  const { body: groups } = await api.ask('getAccountGroups');
  await api.ask('setGroupPolicy', { body: { ...resource, groupId: groups.items[0].id, action } });
  await api.ask('getResourcePolicies', { parameters: resource });
}

/** @returns the id of a report of the workbook */
async function tellReports(api: Recorder, workbookId: number): Promise<number> {
  const jsonQuery = JSON.stringify(query);
  const { body: report } = await api.ask('createReport', {
    parameters: deployment,
    body: { name: 'Orders by status', jsonQuery },
  });
  const ofReport = { parameters: { ...deployment, reportId: report.id } };
  await api.ask('getReports', { parameters: { ...deployment, first: 10 } });
  await api.ask('getReport', ofReport);
  await api.ask('refreshReport', ofReport);
  await api.ask('connectReportToWorkbook', { ...ofReport, body: { resultLocation: 'Sheet1!A1' } });
  await api.ask('updateReport', { ...ofReport, body: { title: 'Orders of every status', workbookId } });
  await api.ask('checkContent', { parameters: deployment });
  const { body: another } = await api.ask('createReport', { parameters: deployment, body: { jsonQuery } });
  await api.ask('deleteReport', { parameters: { ...deployment, reportId: another.id } });
  return report.id;
}

/** @returns the public id of the dashboard */
async function tellDashboards(api: Recorder, workbookId: number, reportId: number): Promise<string> {
  const ofWorkbook = { parameters: { ...deployment, workbookId } };
  const widgets = [
    { id: 'chart', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId } },
    {
      id: 'status',
      type: 'FILTER',
      position: { x: 6, y: 0, w: 3, h: 2 },
      config: { semanticView: 'sales', member: 'status', operator: 'equals', dimensionType: 'string' },
    },
  ];
  await api.ask('updateWorkbookDashboard', {
    ...ofWorkbook,
    body: { dashboardDraft: { title: 'Orders', widgets } },
  });
  const { body: published } = await api.ask('publishDashboard', { ...ofWorkbook, body: { workbookId } });
  await api.ask('updateDashboardEmbedding', ofWorkbook);
  await api.ask('getDashboardVersions', { parameters: { ...ofWorkbook.parameters, first: 10 } });
  const version = { parameters: { ...ofWorkbook.parameters, versionId: published.versionId } };
  await api.ask('getDashboardVersion', version);
  await api.ask('restoreDashboardVersion', version);
  return published.publicId;
}

async function tellNotifications(api: Recorder, dashboardPublicId: string): Promise<void> {
  const { body: notification } = await api.ask('createNotification', {
    parameters: deployment,
    body: { scheduleType: 'DAILY', hour: 9, timezone: 'Europe/Oslo', dashboardPublicId },
  });
  const ofNotification = { parameters: { ...deployment, id: notification.id } };
  const page = { parameters: { ...ofNotification.parameters, first: 10 } };
  await api.ask('getNotifications', { parameters: { ...deployment, first: 10 } });
  await api.ask('getNotification', ofNotification);
  await api.ask('updateNotification', ofNotification);
  const { body: users } = await api.ask('getUsers', { parameters: { search: 'ann' } });
  const userId: number = users.items[0].id;
  await api.ask('addRecipients', { ...ofNotification, body: { recipients: [{ type: 'USER', userId }] } });
  const { body: recipients } = await api.ask('getRecipients', page);
  await api.ask('runNotification', ofNotification);
  await api.ask('getNotificationRuns', page);
  const { type, userId: id } = recipients.items[0];
  await api.ask('removeRecipients', { ...ofNotification, body: { recipients: [{ type, id }] } });
  await api.ask('deleteNotification', ofNotification);
}
