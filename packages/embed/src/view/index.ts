export {
  type QueryAnswer,
  answerOf,
  answerQuery,
  answerStatement,
  readStatement,
} from './answer-query.ts';
export {
  type Control,
  controlOf,
  controlTexts,
  isNoFilter,
  nameOfControl,
  noFilter,
  noGrain,
  operatorOf,
  type ControlValue,
  textOfValue,
  valueOf,
} from './control.ts';
export {
  type FilterField,
  fieldOf,
  fieldTexts,
  filterOf,
  grainsOf,
  inputOf,
  typedValues,
} from './control-field.ts';
export { ControlState, readAddress, writeAddress } from './control-state.ts';
export {
  chartsShown,
  type DashboardAnswer,
  everyWidget,
  readWidgets,
  type Settings,
  settingsOf,
  type Snapshot,
  filledText,
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
export { openTabByKey, tabsOf } from './tabs.ts';
export {
  columnsOf,
  csvOfTile,
  mayHelpAgain,
  notesOf,
  type DisplaySettings,
  shownOf,
  shownTable,
  tileTexts,
} from './tile.ts';
export { type BodySettings, bodyOf, bodyOfReport, type TileBody } from './tile-body.ts';
export { contentOf, dashboardTexts } from './widget-content.ts';
