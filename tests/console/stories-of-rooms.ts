/**
 * Stories in the browser that use the pages of each room of `apps/console/src`, the nearest first. Pages are built
 * before a browser loads them, so no import leads from a story to the files that it uses.
 */
export const storiesOfRooms: Readonly<Record<string, readonly string[]>> = {
  api: ['explore-faults', 'pages'],
  applications: ['applications'],
  authentication: ['authentication', 'saml-provider', 'github-provider'],
  'console.ts': ['pages'],
  controls: ['pages', 'explore'],
  dashboard: ['dashboard-controls', 'thirty-tiles', 'sizes'],
  development: ['pages'],
  explore: ['explore', 'explore-calculations', 'explore-comparison', 'explore-faults', 'so-far'],
  frame: ['creator-app'],
  home: ['first-minute', 'start-key'],
  items: ['workbooks', 'sharing'],
  model: ['explore', 'workbooks'],
  page: ['pages', 'sizes'],
  'pages-alone.ts': ['pages'],
  'pages.ts': ['pages', 'public-path'],
  preferences: ['pages', 'sql-tools'],
  sandbox: ['sandbox', 'html-charts'],
  share: ['sharing', 'snippets'],
  shell: ['pages', 'breakpoints', 'start-key', 'public-path'],
  start: ['first-minute', 'start-key', 'frame-sign-in'],
  style: ['pages', 'breakpoints', 'sizes'],
  tiles: ['thirty-tiles', 'chart-types', 'dashboard-controls'],
  words: ['dashboard-controls', 'explore'],
  workbook: ['workbooks', 'calculation-rows', 'chart-types', 'map-charts', 'html-charts'],
  workspace: ['workbooks', 'sharing', 'pages'],
};
