import { mostTextBytes, type Parsed } from './parse-statements.ts';
import { refuseSyntax } from './syntax-refusal.ts';

/**
 * The program of the thread that parses statements, for the code that opens threads. It takes texts and returns a
 * `Parsed` for each. A process has one such thread, since Node can crash while several compile the same WebAssembly.
 */
export const parseProgram = {
  file: new URL('./parse-worker.ts', import.meta.url),
  // The largest text takes 250 MB while it is read; the grammar works in the stack of the thread.
  resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 16 },
} as const;

/** Bounds of that thread. Sizes are characters. */
export const parseLimits = {
  answerWithinMs: 10_000,
  processorMs: 1_000,
  startWithinMs: 60_000,
  keepForMs: 60_000,
  waitingSize: 32 * 1024 * 1024,
  waitingSizeOfCaller: 4 * 1024 * 1024,
} as const;

/** The thread that parses statements. */
export const parseThread = {
  program: parseProgram,
  limits: parseLimits,
  /** Refuses a text that is too long to be given to the thread. */
  refuseLong(text: string): Parsed | undefined {
    if (text.length <= mostTextBytes) return undefined;
    const refusal = refuseSyntax(text, 0, `a text may have ${mostTextBytes} bytes`, 'sql.too-large');
    return { kind: 'refused', refusal, isSpent: false };
  },
} as const;
