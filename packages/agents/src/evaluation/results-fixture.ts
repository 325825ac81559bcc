import type { DataOfTurn, Part, ResultOfStatement } from '../turn/index.ts';
import { noData, sqlOf } from '../turn/scripted-model-fixture.ts';
import { callWith } from '../turn/tools/orrery-sql-api.ts';
import type { Examinee } from './ask-question.ts';

type Row = ResultOfStatement['rows'][number];

/** A result whose columns are named with their types: `name:string`. */
export function resultOf(columns: readonly string[], rows: readonly Row[], totalRows = rows.length): ResultOfStatement {
  const described = columns.map((column) => {
    const [name = '', type = 'string'] = column.split(':');
    return { name, type, column_type: type, isConstant: false };
  });
  return { columns: described, rows, totalRows };
}

/** Data that answers a statement by its text. */
export function dataWith(statements: Readonly<Record<string, ResultOfStatement | Error>>): DataOfTurn {
  return {
    ...noData,
    statement: async (written) => {
      const sql = sqlOf(written);
      const found = statements[sql];
      if (found && !(found instanceof Error)) return found;
      throw found ?? new Error(`nothing answers ${sql}`);
    },
  };
}

/** The parts of a turn that runs these queries; those of `failing` do not work. */
export async function* turnWith(
  queries: readonly string[],
  { text = 'Done.', failing = [], unconfirmed }: TurnOfTest = {},
): AsyncGenerator<Part, void> {
  for (const [index, sql] of queries.entries()) {
    const id = `call-${index}`;
    const isError = failing.includes(sql);
    const result = isError ? { error: 'Error: BadRequestError: There is no member x' } : { data: [] };
    const { name, input } = callWith(sql, { queryTitle: '', description: '', userRequest: '' });
    yield { type: 'tool-start', id, name, input: JSON.stringify(input) };
    yield { type: 'tool-end', id, result: JSON.stringify(result), isError };
  }
  yield { type: 'text', text };
  yield { type: 'final', text, ...(unconfirmed ? { unconfirmed } : {}) };
  yield { type: 'turn-end', reason: 'answered' };
}

interface TurnOfTest {
  readonly text?: string;
  readonly failing?: readonly string[];
  readonly unconfirmed?: readonly string[];
}

/** An agent that answers every question with the same turn. */
export function examineeOf(data: DataOfTurn, turn: () => AsyncIterable<Part>): Examinee {
  return { data, answer: () => Promise.resolve({ parts: turn(), model: 'scripted' }) };
}
