import { EngineError } from '@orrery/engines';

/** At most this share of the questions may be refused by the engine's own limits; one question always may. */
const largestShare = 0.002;

/** Counts the questions that an engine refuses by its own limits, such as stages of a plan, and not by a fault. */
export class EngineLimits {
  #asked = 0;
  readonly #refusals: string[] = [];

  /** Returns what the work returns, or nothing where the engine refuses it by a limit of its own. */
  async within<T>(ask: () => Promise<T>): Promise<T | undefined> {
    this.#asked++;
    try {
      return await ask();
    } catch (error) {
      const reason = limitOf(error);
      if (reason === undefined) throw error;
      this.#refusals.push(reason);
      return undefined;
    }
  }

  /** Says how many questions were refused, and why. @throws Error where they are too many for the proof to mean much */
  report(engine: string): string | undefined {
    const { length } = this.#refusals;
    if (length === 0) return undefined;
    const reasons = [...Map.groupBy(this.#refusals, (reason) => reason.slice(0, 200))]
      .map(([reason, all]) => `${all.length} times: ${reason}`)
      .join('\n  ');
    const words = `${engine} refused ${length} of ${this.#asked} questions by its own limits\n  ${reasons}`;
    if (length > Math.max(1, this.#asked * largestShare)) throw new Error(words);
    return words;
  }
}

/** The engine's text for a limit that a question passes; nothing for other errors. */
export function limitOf(error: unknown): string | undefined {
  if (!(error instanceof EngineError) || error.errorClass !== 'resource') return undefined;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
