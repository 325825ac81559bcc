export { importPackage } from './model-package.ts';
export { type ModelToOpen, openModel, secretsIn } from './open-model.ts';
export { modelConnections } from './model-connections.ts';
