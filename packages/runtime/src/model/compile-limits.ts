import { OperatorError } from '@orrery/kernel';

/** Resources that one compilation of a model may use. */
export interface CompileLimits {
  /** CPU time, so that a busy machine does not count against it. */
  readonly cpuMs: number;
  readonly heapMb: number;
}

/** Limits for uploaded models; one of 40,000 members takes less than a tenth of either. */
export const foreignCompileLimits: CompileLimits = { cpuMs: 30_000, heapMb: 768 };

/** A model exceeds its limits; the thread that compiled it was ended. */
export class ModelTooLarge extends OperatorError {}

export function takesTooLong({ cpuMs }: CompileLimits): ModelTooLarge {
  return new ModelTooLarge(`The model takes more than ${cpuMs / 1000} seconds of a processor to compile.`);
}

export function takesTooMuch({ heapMb }: CompileLimits): ModelTooLarge {
  return new ModelTooLarge(`The model takes more than ${heapMb} MB of memory to compile.`);
}
