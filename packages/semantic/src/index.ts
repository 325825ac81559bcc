export * from './compile.ts';
export * from './dialect/dialect.ts';
export * from './dialect/registry.ts';
export * from './model/model.ts';
export * from './model/model-index.ts';
export * from './plan/explain.ts';
export type { QueryPlan } from './plan/plan.ts';
export * from './problem/problem.ts';
export * from './query/query.ts';
