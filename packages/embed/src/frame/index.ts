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
