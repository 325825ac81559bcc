export type { Asker } from './turns.ts';
export { SerialThread, type ThreadLimits, type ThreadProgram } from './serial-thread.ts';
export { serveSerially } from './serve-serially.ts';
