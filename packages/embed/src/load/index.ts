export { isNotLoaded, loadModule, notLoaded } from './load-module.ts';
