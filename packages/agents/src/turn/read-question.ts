import {
  analyse,
  type FoundNames,
  type FoundValues,
  type QuestionContext,
  type AnalysisOutcome,
  type WantedNames,
  type WantedValues,
} from '@orrery/analyst';
import { NotFound } from '@orrery/kernel';
import { InvalidQuery } from '@orrery/runtime';
import type { DataOfTurn, Turn } from './turn.ts';

/** Bounds on what is looked up for a question; the analyst bounds how many fields are searched. */
const most = { rounds: 6, values: 200, atOnce: 4 };

/** Reads the question of a turn by the analyst, with the values that it asks for. */
export async function readQuestion(
  { question, data, agent }: Turn,
  given: Pick<QuestionContext, 'previous' | 'certified' | 'meanings'>,
  signal: AbortSignal,
): Promise<AnalysisOutcome> {
  const { now, timezone } = data;
  const [model, rows] = await Promise.all([data.meta(), data.rows()]);
  const preferred = agent.accessibleViews;
  const [values, names]: [FoundValues[], FoundNames[]] = [[], []];
  for (let round = 1; ; round += 1) {
    const outcome = analyse(question, { ...given, model, preferred, rows, now, timezone, values, names });
    if (outcome.kind !== 'lookup' || round === most.rounds) return outcome;
    const pairs = outcome.wanted.flatMap(({ members, ...one }) => members.map((member) => ({ ...one, member })));
    values.push(...(await inTurns(pairs, (each) => valuesOf(data, each, signal))));
    names.push(...(await inTurns(outcome.names, (each) => namesOf(data, each, signal))));
  }
}

async function inTurns<T, R>(items: readonly T[], look: (item: T) => Promise<R>): Promise<readonly R[]> {
  const found: R[] = [];
  for (let at = 0; at < items.length; at += most.atOnce)
    found.push(...(await Promise.all(items.slice(at, at + most.atOnce).map(look))));
  return found;
}

/** @returns none for a dimension whose values are not suggested; where the search fails, there may be some */
async function valuesOf(
  data: DataOfTurn,
  { words, search, member }: Omit<WantedValues, 'members'> & { readonly member: string },
  signal: AbortSignal,
): Promise<FoundValues> {
  try {
    const { values, complete } = await data.values(member, { search, limit: most.values, signal });
    return { words, member, values: values.filter((value) => typeof value === 'string'), isCut: !complete };
  } catch (error) {
    signal.throwIfAborted();
    return { words, member, values: [], isCut: !isRefused(error) };
  }
}

/** Whether the caller may not have it, which is known without asking the data. */
function isRefused(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof InvalidQuery && error.isUserError);
}

/** Counts the rows of the name that most of them have. */
async function namesOf(data: DataOfTurn, { member, count }: WantedNames, signal: AbortSignal): Promise<FoundNames> {
  const query = {
    measures: [count],
    dimensions: [member],
    filters: [{ member, operator: 'set' as const }],
    order: [[count, 'desc'] as [string, 'desc']],
    limit: 1,
    timezone: data.timezone,
  };
  try {
    const printed = await data.print(query);
    if (!printed) return { member };
    const { columns, rows } = await data.statement(printed, { signal, maxRows: 1 });
    const at = columns.findIndex(({ role }) => role === 'measure');
    return { member, areUnique: rows.every((row) => Number(row[at]) <= 1) };
  } catch {
    signal.throwIfAborted();
    return { member };
  }
}
