export { type CompileLimits, foreignCompileLimits, ModelTooLarge } from './compile-limits.ts';
export { CompileThread } from './compile-thread.ts';
export { describeModelProblem } from './describe-model-problem.ts';
export { hideValues } from './hide-values.ts';
export { loadModelFiles } from './load-model-files.ts';
export { counting, countModel, describeModelCounts, describeUnavailable, type ModelCounts } from './model-counts.ts';
export { snapshotOf } from './model-snapshot.ts';
export { ServedModel } from './served-model.ts';
export { isVolatileSql } from './volatile-sql.ts';
