export { type DashboardOperator, dashboardOperators, entryOf } from './dashboard-operators.ts';
export { operatorWords } from './operator-words.ts';
