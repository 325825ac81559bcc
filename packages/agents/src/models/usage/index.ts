export { microsOf, microsOfUsd } from './cost-of.ts';
export { RunBudget } from './run-budget.ts';
export { type UsageOfDay, UsageStore } from './usage-store.ts';
