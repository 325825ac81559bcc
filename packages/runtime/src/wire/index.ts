export { bytesOfTree } from './bytes-of-tree.ts';
export { catalogRelations, loadWire, type WireDependencies } from './load-wire.ts';
export type * from './wire.ts';
export { WireSettings } from './wire-settings.ts';
