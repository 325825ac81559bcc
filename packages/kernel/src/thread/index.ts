export { type SerialAnswer, SerialThread, type ThreadLimits, type ThreadProgram } from './serial-thread.ts';
