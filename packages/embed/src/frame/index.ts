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
export { applyAppTheme, logoOf } from './app-theme.ts';
export { type FrameSession, openFrameSession } from './frame-session.ts';
export { linkToParent } from './parent-link.ts';
export { applyLook, openTheme } from './theme.ts';
export {
  type DashboardAnswer,
  everyWidget,
  readWidgets,
  type Settings,
  settingsOf,
  textOf,
  type Widget,
} from './dashboard/dashboard.ts';
export { markdown } from './dashboard/markdown.ts';
export { publishedTable } from './dashboard/published-table.ts';
