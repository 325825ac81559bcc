export { migrateDatabaseHistory } from './database-history.ts';
export type { HistoryFilter, HistoryPage, HistoryPosition, KeptEntry } from './history-keeper.ts';
export type { HistoryFigures } from './history-recorder.ts';
export { stepsOfHistory } from './open-history.ts';
export { type QueryHistory, startHistory } from './start-history.ts';
