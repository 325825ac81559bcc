export { DataSourceService } from './data-source-service.ts';
export { type DeploymentInput, DeploymentInputs } from './deployment-inputs.ts';
export type { StoredDataSource } from './stored-data-source.ts';
export { VariableService } from './variable-service.ts';
export type { Variable } from './variable.ts';
