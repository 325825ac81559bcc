export { importPackage, PackageMissing } from './model-package.ts';
export { serverErrorIn, type ServerFailure } from './model-server-error.ts';
export { type ModelToOpen, openModel, secretsIn } from './open-model.ts';
export { ProviderConnections } from './provider-connections.ts';
export type { CallTimes } from './provider-fetch.ts';
