import { analyse, type FoundValues, type Given, type Outcome } from '@orrery/analyst';
import type { DataOfTurn, Turn } from './turn.ts';

/** Bounds on what is looked up for a question. */
const most = { rounds: 4, lookups: 20, values: 20 };

/** Reads the question of a turn by the analyst, with the values that it asks for. */
export async function readQuestion(
  { question, data, agent }: Turn,
  given: Pick<Given, 'previous' | 'certified' | 'meanings'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { accessibleViews } = agent;
  const whole = await data.meta();
  const { cubes } = whole;
  const model = { cubes: cubes.filter(({ name }) => accessibleViews === undefined || accessibleViews.includes(name)) };
  const values: FoundValues[] = [];
  for (let round = 1; ; round += 1) {
    const outcome = analyse(question, { ...given, model, whole, now: data.now, timezone: data.timezone, values });
    if (outcome.kind !== 'lookup' || round === most.rounds) return outcome;
    const wanted = outcome.wanted.flatMap(({ words, members }) => members.map((member) => ({ words, member })));
    if (wanted.length > most.lookups) return outcome;
    for (const each of wanted) values.push({ ...each, values: await valuesOf(data, each, signal) });
  }
}

/** @returns none for a dimension whose values are not suggested */
async function valuesOf(
  data: DataOfTurn,
  { words, member }: Omit<FoundValues, 'values'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const { values } = await data.values(member, { search: words, limit: most.values, signal });
    return values.filter((value) => typeof value === 'string');
  } catch {
    signal.throwIfAborted();
    return [];
  }
}
