import { unlessAborted } from '@orrery/kernel';
import { ask, type PiecesAnswer } from '@orrery/runtime';
import { toStatementTable } from './query-table.ts';
import type { RunOfKind, RunOfText } from './stored-run.ts';
import { additionsOf } from './substitute.ts';

/** Runs stored statements of SQL over the model. */
export const statementRun: RunOfKind = {
  table: async ({ text, runtime, filters, timeGrains, mostRows, caller, dependencies }) => {
    const { statements } = dependencies;
    const additions = additionsOf({ filters, timeGrains }, runtime);
    // One row more than is shown tells whether there are more.
    const bound = mostRows === undefined || !Number.isFinite(mostRows) ? {} : { mostRows: mostRows + 1 };
    const question = { kind: 'statement', text, statements, additions, ...bound } as const;
    const options = { endpoint: 'cubesql', ...caller, takes: 'rows', waitsForAnswer: true } as const;
    const answer = await ask(runtime, question, options, dependencies);
    const shape = { mostRows: mostRows ?? Number.POSITIVE_INFINITY, timezone: runtime.query.defaultZone };
    return toStatementTable(answer, shape);
  },
  refresh: async ({ text, runtime, caller, dependencies }: RunOfText) => {
    const question = { kind: 'statement', text, statements: dependencies.statements } as const;
    const options = { endpoint: 'cubesql', ...caller, takes: 'pieces', waitsForAnswer: true } as const;
    const answer = await ask(runtime, question, options, dependencies);
    if (answer.kind === 'pieces') await readToEnd(answer, caller.signal);
  },
};

/** Reads a long answer, which is not kept. @throws why the answer ends early, the reason of the signal */
async function readToEnd({ pieces, succeed, fail }: PiecesAnswer, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  try {
    for (;;) {
      const next = await unlessAborted(pieces.next(), signal);
      if (next.done === true) return succeed({ facts: next.value, bytes });
      bytes += next.value.byteLength;
    }
  } catch (error) {
    fail(error);
    throw error;
  }
}
