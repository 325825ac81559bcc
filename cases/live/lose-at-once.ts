import { type Engine, EngineError } from '@orrery/engines';

/** So many statements without an answer, one after the other, and a server is lost. */
const mostSilent = 3;

/** An engine whose server is not waited for again and again: a thousand cases would each wait for their limit. */
export function loseAtOnce(engine: Engine): Engine {
  let silent = 0;
  let lost: unknown;
  return {
    dialect: engine.dialect,
    run: async (statement, signal) => {
      if (silent >= mostSilent) throw lost;
      try {
        const rows = await engine.run(statement, signal);
        silent = 0;
        return rows;
      } catch (error) {
        const isSilent = error instanceof EngineError && ['connection', 'timeout'].includes(error.errorClass);
        if (isSilent) [silent, lost] = [silent + 1, error];
        throw error;
      }
    },
    describeTables: (signal, most) => engine.describeTables(signal, most),
    check: (signal) => engine.check(signal),
    close: () => engine.close(),
  };
}
