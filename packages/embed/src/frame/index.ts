export {
  type Control,
  ControlState,
  controlOf,
  isNoFilter,
  noFilter,
  noGrain,
  readAddress,
  writeAddress,
} from './dashboard/control-state.ts';
export { type Refusal, Server } from './ask-server.ts';
export { dressDashboard } from './dress-dashboard.ts';
export { dressPage, type Looks, logoOf } from './dress-page.ts';
export { type ShownDashboard, showDashboard } from './dashboard/show-dashboard.ts';
export { type FrameSession, openFrameSession } from './frame-session.ts';
export { linkToParent } from './parent-link.ts';
export { openTheme } from './theme.ts';
export {
  chartsShown,
  type DashboardAnswer,
  everyWidget,
  mayHelpAgain,
  readWidgets,
  type Settings,
  settingsOf,
  textOf,
  type Widget,
} from './dashboard/dashboard.ts';
export { gridPlaces } from './dashboard/grid-places.ts';
export { publishedTable } from './dashboard/published-table.ts';
