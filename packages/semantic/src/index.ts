export * from './model/model.ts';
export * from './model/model-index.ts';
export * from './problem/problem.ts';
export * from './query/query.ts';
export type { CompiledQuery } from './compile.ts';
export type { Dialect } from './dialect/dialect.ts';
