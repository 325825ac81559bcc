import { OperatorError } from '@orrery/kernel';

/** What one compilation of a model may take of the process. */
export interface CompileLimits {
  /** Time of a processor, not of a clock: a busy machine takes nothing from it. */
  readonly cpuMs: number;
  readonly heapMb: number;
}

/** Of models that somebody uploads; one of 40,000 members takes less than a tenth of either. */
export const foreignCompileLimits: CompileLimits = { cpuMs: 30_000, heapMb: 768 };

/** A model takes more than its limits; the thread that compiled it was ended. */
export class ModelTooLarge extends OperatorError {}

export function takesTooLong({ cpuMs }: CompileLimits): ModelTooLarge {
  return new ModelTooLarge(`The model takes more than ${cpuMs / 1000} seconds of a processor to compile.`);
}

export function takesTooMuch({ heapMb }: CompileLimits): ModelTooLarge {
  return new ModelTooLarge(`The model takes more than ${heapMb} MB of memory to compile.`);
}
