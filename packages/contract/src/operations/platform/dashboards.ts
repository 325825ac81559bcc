import {
  chartPaletteSchema,
  chartPalettesSchema,
  chartPaletteUpdateSchema,
  newChartPaletteSchema,
  dashboardEmbeddingInputSchema,
  dashboardSchema,
  dashboardThemeSchema,
  dashboardThemesSchema,
  dashboardThemeUpdateSchema,
  dashboardVersionsSchema,
  newDashboardThemeSchema,
  pageQuerySchema,
  publishDashboardInputSchema,
  workbookDashboardInputSchema,
  workbookDashboardSchema,
  workbookSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { forViewers, onAccount, onItem, person } from '../takes.ts';

const tag = 'Dashboards';

/** The dashboard of a workbook: its draft, its published version, and all versions. */
export const dashboardOperations = {
  updateDraft: put('/deployments/:deploymentId/workbooks/:workbookId/dashboard', {
    id: 'updateWorkbookDashboard',
    mayConflict: true,
    tag,
    summary: 'Set the draft of the dashboard as a whole; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    body: workbookDashboardInputSchema,
    answer: workbookDashboardSchema,
    example: { dashboardDraft: { widgets: [] } },
  }),
  publish: post('/deployments/:deploymentId/workbooks/:workbookId/publish', {
    id: 'publishDashboard',
    mayConflict: true,
    tag,
    summary: 'Publish the draft as a new version, with the present state of the reports it shows; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    body: publishDashboardInputSchema,
    answer: dashboardSchema,
    example: { workbookId: 1, config: { widgets: [] } },
  }),
  updateEmbedding: put('/deployments/:deploymentId/workbooks/:workbookId/dashboard/embedding', {
    id: 'updateDashboardEmbedding',
    tag,
    summary: 'Set whether viewers of embedded content may open the dashboard; takes full access',
    takes: onItem('WORKBOOK', 'full'),
    body: dashboardEmbeddingInputSchema,
    answer: dashboardSchema,
    example: { allowEmbed: true },
  }),
  versions: get('/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions', {
    id: 'getDashboardVersions',
    tag,
    summary: 'List the published versions of a workbook, newest first; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    query: pageQuerySchema,
    answer: dashboardVersionsSchema,
  }),
  version: get('/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions/:versionId', {
    id: 'getDashboardVersion',
    tag,
    summary: 'Get a version with its full content; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    answer: dashboardSchema,
  }),
  restore: post('/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions/:versionId/restore', {
    id: 'restoreDashboardVersion',
    tag,
    summary:
      'Restore the draft and all reports of the workbook from a version; later changes are lost. Takes full access',
    takes: forViewers(onItem('WORKBOOK', 'full'), 'creator'),
    answer: workbookSchema,
  }),
};

const tagOfThemes = 'Dashboard themes';
const idOf = 'dashboard theme';
const manages = onAccount('DashboardThemesManage');
const theme = { dashboard: { backgroundColor: '#f4f1ea' }, widgets: { border: { radius: '8px' } } };

/** Looks that dashboards of the account may have. */
export const dashboardThemeOperations = {
  list: get('/dashboard-themes', {
    id: 'getDashboardThemes',
    tag: tagOfThemes,
    summary: 'List the themes that dashboards may have; the built-in one is not among them',
    takes: person,
    query: pageQuerySchema,
    answer: dashboardThemesSchema,
  }),
  create: post('/dashboard-themes', {
    id: 'createDashboardTheme',
    mayConflict: true,
    tag: tagOfThemes,
    summary: 'Save a theme for dashboards',
    takes: manages,
    body: newDashboardThemeSchema,
    answer: dashboardThemeSchema,
    example: { name: 'Paper', theme },
  }),
  update: put('/dashboard-themes/:id', {
    id: 'updateDashboardTheme',
    mayConflict: true,
    tag: tagOfThemes,
    summary: 'Change a theme: drafts that name it change at once, published dashboards when they are published again',
    takes: manages,
    idOf,
    body: dashboardThemeUpdateSchema,
    answer: dashboardThemeSchema,
    example: { theme },
  }),
  delete: remove('/dashboard-themes/:id', {
    id: 'deleteDashboardTheme',
    tag: tagOfThemes,
    summary: 'Delete a theme; drafts that name it have the built-in one then',
    takes: manages,
    idOf,
    answer: 'nothing',
  }),
};

const tagOfPalettes = 'Chart palettes';
const idOfPalette = 'chart palette';
const managesPalettes = onAccount('ChartPalettesManage');

/** Colours that charts of the account may have. */
export const chartPaletteOperations = {
  list: get('/chart-palettes', {
    id: 'getChartPalettes',
    tag: tagOfPalettes,
    summary: 'List the palettes that charts may have; the built-in ones are not among them',
    takes: person,
    query: pageQuerySchema,
    answer: chartPalettesSchema,
  }),
  create: post('/chart-palettes', {
    id: 'createChartPalette',
    mayConflict: true,
    tag: tagOfPalettes,
    summary: 'Save a palette for charts',
    takes: managesPalettes,
    body: newChartPaletteSchema,
    answer: chartPaletteSchema,
    example: { name: 'Sea', colors: ['#0b3954', '#087e8b', '#bfd7ea'] },
  }),
  update: put('/chart-palettes/:id', {
    id: 'updateChartPalette',
    mayConflict: true,
    tag: tagOfPalettes,
    summary: 'Change a palette: all charts that name it change at once, those of published dashboards included',
    takes: managesPalettes,
    idOf: idOfPalette,
    body: chartPaletteUpdateSchema,
    answer: chartPaletteSchema,
    example: { colors: ['#0b3954', '#087e8b'] },
  }),
  delete: remove('/chart-palettes/:id', {
    id: 'deleteChartPalette',
    tag: tagOfPalettes,
    summary: 'Delete a palette; charts that name it have the usual colours then',
    takes: managesPalettes,
    idOf: idOfPalette,
    answer: 'nothing',
  }),
};
