export type { ConsoleBuild } from './console-build.ts';
export { Console, type ConsoleDependencies } from './console-routes.ts';
export { type ConsoleSource, openConsole } from './console-source.ts';
