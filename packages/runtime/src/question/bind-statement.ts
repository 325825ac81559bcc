import type { Select } from '@orrery/sql';
import { ownerOf, type QueryNote } from '../query/index.ts';
import {
  membersAsked,
  type PlacedStatement,
  placedStatement,
  readSelect,
  readStatement,
  requireAmong,
  type TemporaryRead,
} from '../statement/index.ts';
import type { Binding } from './bind-queries.ts';
import { keptPlaces } from './kept-places.ts';
import type { StatementAsker, StatementQuestion } from './question.ts';

/** A statement that was read and placed. */
export interface PlacedQuestion {
  readonly question: StatementQuestion;
  readonly placed: PlacedStatement;
  /** Present for EXPLAIN. */
  readonly explain?: { readonly isAnalyzed: boolean };
  readonly asker: StatementAsker;
  /** Whether it has the rows of another user than its caller. */
  readonly isOfOther: boolean;
  /** Name of the zone that its times are in. */
  readonly zone: string;
  /** Gives the statement the same instant when its caller repeats it. */
  keepInstant(): void;
}

/**
 * Reads a statement and places it over the model as the caller has it; the note keeps what is known of it so far.
 *
 * @throws StatementInvalid; InvalidQuery when the model cannot answer a part; DataSourceFailure, Unavailable when a source
 * does not tell of its times, the reason of the signal
 */
export async function bindStatement(
  question: StatementQuestion,
  { runtime, principal, now, signal, requestId }: Binding & { readonly requestId: string },
  note: QueryNote,
): Promise<PlacedQuestion> {
  const { text, printed, statements, pieces, explains, timezone, wire } = question;
  const owner = ownerOf(principal, requestId);
  const reader = statements.of(runtime, principal);
  const instant = printed?.now ?? statements.instantOf(owner, text, now);
  note.query = { sql: text };
  const { select, explain } = explains
    ? await readStatement(text, reader)
    : { select: wire?.select ?? printed ?? (await readSelect(text, reader)), explain: undefined };
  const other =
    select.kind === 'printed'
      ? undefined
      : await otherAsker(wire?.named ?? select, { ...question, temporary: wire?.temporary });
  const asker: StatementAsker = other ?? { principal, runtime };
  const { parameters, connection, temporary } = wire ?? {};
  const own = {
    signal,
    now: instant,
    principal: asker.principal,
    user: other?.name,
    parameters,
    connection,
    temporary,
  };
  const placing = { ...question, ...own };
  const placed = wire
    ? wire.frame(await keptPlaces.place(wire.select, asker.runtime, placing))
    : await placedStatement(select, asker.runtime, placing);
  note.query = { sql: text, members: placed.blocks.flatMap(({ bound }) => membersAsked(bound)) };
  if (pieces) requireAmong(pieces, placed);
  return {
    question,
    placed,
    ...(explain ? { explain } : {}),
    asker,
    isOfOther: other !== undefined,
    zone: timezone ?? runtime.query.defaultZone,
    keepInstant: () => statements.keepInstant(owner, text, instant),
  };
}

/** The user that a statement names by `__user`, if the caller may ask as them. */
export async function otherAsker(
  select: Select,
  {
    text,
    userNamed,
    temporary,
  }: Pick<StatementQuestion, 'text' | 'userNamed'> & { readonly temporary?: TemporaryRead | undefined },
): Promise<(StatementAsker & { readonly name: string }) | undefined> {
  if (!userNamed || !(/__user/i.test(text) || temporary?.namesUser)) return undefined;
  const { userNamed: nameIn } = await import('@orrery/sql');
  const name = nameIn(select);
  const found = name !== undefined && mayNameUser(name) ? await userNamed(name) : undefined;
  return name === undefined || !found ? undefined : { ...found, name };
}

/** Longer than the name of any user. */
const longestName = 1_024;

/** Whether a name is worth a look-up. */
function mayNameUser(name: string): boolean {
  return name.length <= longestName && !name.includes('\0');
}
