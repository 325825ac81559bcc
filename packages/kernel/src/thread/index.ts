export type { Asker } from './turns.ts';
export { type SerialAnswer, SerialThread, type ThreadLimits, type ThreadProgram } from './serial-thread.ts';
