import { bindQuery, type Instant, type ModelIndex, openAccess, utc } from '@orrery/semantic';
import { printQuery, StatementRefused } from '@orrery/sql';
import {
  loadedTime,
  type StatementFrame,
  statementShapes,
} from '../../packages/cli/src/prove-isolation/statement-shapes.ts';
import type { WorldQuery } from '../proof/answer.ts';
import type { Given } from '../proof/compare.ts';
import { now } from '../proof/evaluation.ts';
import { readQuery } from '../read-query.ts';
import type { Rows } from '../truth-rows.ts';
import { type AskAs, compareAs, type Comparison, namedBeyond } from './difference-as.ts';
import { type Asker, askOver, namesOf } from './paths.ts';
import { read, type Reader } from './reading.ts';

/** A statement, and what is written around it. */
interface Statement {
  readonly text: string;
  readonly shape: StatementFrame;
}

/** A query as a statement, whoever may ask it; undefined for one that no statement says. */
export function printedOpenly(query: WorldQuery, model: ModelIndex): string | undefined {
  const context = { now: now as Instant, access: openAccess, defaultZone: utc }; // an instant of that day
  const bound = bindQuery(readQuery(query), model, { ...context, defaultLimit: 10_000, maxLimit: 50_000 });
  if (!bound.ok) return undefined;
  try {
    return printQuery(bound.value, model);
  } catch (error) {
    if (error instanceof StatementRefused) return undefined;
    throw error;
  }
}

/** Only the statement itself has the order that a query asks for. */
export function shapesOf({ order, timeDimensions }: WorldQuery): readonly StatementFrame[] {
  const isOrdered = order === undefined || order.length > 0 || timeDimensions.length > 0;
  return isOrdered ? statementShapes.slice(0, 1) : statementShapes;
}

/** How the answer to the statement of a query differs from the rows that the rules leave an identity. */
export async function compareStatement(
  reader: Reader,
  query: WorldQuery,
  asker: Asker,
  asked: Statement,
): Promise<{ readonly kind: string; readonly difference: Comparison['difference'] }> {
  const reading = read(reader, query);
  if (reading.kind !== 'denied') {
    let isRefused = false;
    const askEither: AskAs = async (one, { countsRows }) => {
      if (countsRows) return askOver('load', asker, one, true);
      const given = await askStatement(asker, one, asked);
      isRefused = !given.ok;
      return given;
    };
    const { kind, difference } = await compareAs(reader, query, askEither, [false]);
    return { kind: kind === 'rows' && isRefused ? 'rows, which no statement brings' : kind, difference };
  }
  const given = await askStatement(asker, query, asked);
  const named = given.ok ? undefined : namedBeyond(reader, query, given.words);
  const what = given.ok
    ? `answered, though ${reading.members.join(', ')} is denied: ${given.text}`
    : named && `the refusal names ${named}: ${given.words}`;
  return { kind: 'denied', difference: what ? { what, expected: [], given: [] } : undefined };
}

/** Asks a served model for the rows of a query by the statement that it is printed as, inside of other SQL. */
async function askStatement(
  { service, context, requestFor }: Asker,
  query: WorldQuery,
  { text, shape }: Statement,
): Promise<Given> {
  const statement = shape.around(text);
  const lines = await service.statement(context, statement, query.timezone, requestFor(query));
  const answer = lines as readonly { readonly data?: Rows; readonly error?: string }[]; // of our own service
  const error = answer.find((line) => line.error !== undefined)?.error;
  if (error !== undefined) return { ok: false, codes: [], words: error };
  const rows = answer.flatMap(({ data = [] }) => data.map((row) => row.map(loaded)));
  return { ok: true, text: statement, names: namesOf(query), rows: async () => rows };
}

function loaded(cell: Rows[number][number]): Rows[number][number] {
  return typeof cell === 'string' ? loadedTime(cell) : cell;
}
