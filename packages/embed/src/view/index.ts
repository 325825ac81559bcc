export {
  type Control,
  ControlState,
  controlOf,
  isNoFilter,
  noFilter,
  noGrain,
  readAddress,
  writeAddress,
} from './control-state.ts';
export {
  chartsShown,
  type DashboardAnswer,
  everyWidget,
  mayHelpAgain,
  readWidgets,
  type Settings,
  settingsOf,
  type Snapshot,
  textOf,
  type Widget,
} from './dashboard.ts';
export { gridPlaces } from './grid-places.ts';
export { publishedTable } from './published-table.ts';
