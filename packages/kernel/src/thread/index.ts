export type { RequestOwner } from './fair-queue.ts';
export { SerialThread, type ThreadLimits, type ThreadProgram } from './serial-thread.ts';
export { serveSerially } from './serve-serially.ts';
