import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MetaCube } from '@orrery/contract';
import type { Piece, QueryableMembers as Planner } from '@orrery/semantic';

type Queryable = NonNullable<MetaCube['queryable']>;

/** Time after which other requests get a turn: a large model has tens of thousands of pairs. */
const workForMs = 4;

/** Lists what the measures of a cube or view may be grouped by, according to the planner. */
export async function presentQueryable(piece: Piece, planner: Planner): Promise<Queryable> {
  const work = planner.measuresOf(piece);
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) {
      const isOne = step.value.length === 1;
      return step.value.map(({ measures, by }) => ({
        ...(isOne ? {} : { measures: [...measures] }),
        by: by.map(({ piece: name, path, except, only }) => ({
          name,
          ...(path ? { path: [...path] } : {}),
          ...(except ? { except: [...except] } : {}),
          ...(only ? { only: [...only] } : {}),
        })),
      }));
    }
    if (performance.now() - startedAt < workForMs) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}
