export {
  type Answered,
  answerOf,
  answerQuery,
  answerStatement,
  readStatement,
} from './answer-query.ts';
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
  readWidgets,
  type Settings,
  settingsOf,
  type Snapshot,
  textOf,
  type Widget,
} from './dashboard.ts';
export { gridPlaces } from './grid-places.ts';
export { readDashboard } from './read-dashboard.ts';
export {
  type ControlsInEffect,
  type ReadRows,
  type TileData,
  TileRows,
  type TileState,
  type Unfollowed,
} from './rows.ts';
export { columnsOf, mayHelpAgain, notesOf, type Shown, shownOf, shownTable, tileTexts } from './tile.ts';
