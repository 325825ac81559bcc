export { type DashboardOperator, dashboardOperators, entryOf } from './dashboard-operators.ts';
export { operatorText, operatorWords } from './operator-words.ts';
