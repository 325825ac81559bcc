import type { Select } from '@orrery/sql';
import { EngineError } from '@orrery/engines';
import { type CubeName, cubesOfNumbers } from '@orrery/semantic';
import { LRUCache } from 'lru-cache';
import { slotOf, tenantOf } from '../query/index.ts';
import type { CallerRuntime, ModelSnapshot } from '../runtime.ts';
import { type PlacedStatement, placedStatement } from '../statement/index.ts';

type PlaceOptions = Parameters<typeof placedStatement>[2];

interface KeptPlace extends Pick<CallerRuntime, 'serial' | 'access'> {
  readonly slot: number;
  /** The model without what was learned of its types. */
  readonly model: ModelSnapshot;
  readonly placed: PlacedStatement;
  /** Cubes whose times, and whose numbers, it reads. */
  readonly ofTimes: readonly CubeName[];
  readonly ofNumbers: readonly CubeName[];
}

/** Longer statements, with their values, are placed each time. */
const longestKey = 8 * 1024;
/** Statements of a model. */
const mostPlaces = 500;

/**
 * How statements of connections were placed, so that a repeated one is only looked up: by text, values and zone, for one
 * model and one object of rights, which callers share when policies read equal values of them. A placed statement that is
 * kept reads neither the clock nor its connection.
 */
class KeptPlaces {
  readonly #ofModels = new WeakMap<ModelSnapshot, LRUCache<string, KeptPlace>>();

  /** Places a statement, if it was not placed before. @throws as `placedStatement` */
  async place(select: Select, runtime: CallerRuntime, options: PlaceOptions): Promise<PlacedStatement> {
    const key = keyOf(options);
    const slot = slotOf(options.now);
    const known = key === undefined ? undefined : this.#ofModels.get(learned(runtime))?.get(key);
    if (known && isFor(known, runtime, slot) && (await isStillKnown(known, runtime, options))) return known.placed;
    const placed = await placedStatement(select, runtime, options);
    const isFixed = !placed.readsNow && !placed.readsSession && placed.blocks.length > 0;
    if (key === undefined || !isFixed) return placed;
    const { serial, access, model } = runtime;
    const after = learned(runtime);
    const places = this.#ofModels.get(after) ?? new LRUCache<string, KeptPlace>({ max: mostPlaces });
    this.#ofModels.set(after, places);
    const ofTimes = [...new Set(placed.blocks.flatMap(({ timesOf }) => timesOf))];
    const ofNumbers = [...new Set(placed.blocks.flatMap((one) => cubesOfNumbers(one.bound, one.model.index)))];
    places.set(key, { serial, access, model, slot, placed, ofTimes, ofNumbers });
    return placed;
  }
}

/** The model with all that is known of its types. */
function learned({ numbers, times, model }: CallerRuntime): ModelSnapshot {
  return numbers.of(times.of(model));
}

function isFor(known: KeptPlace, { serial, access, model }: CallerRuntime, slot: number): boolean {
  return known.serial === serial && known.access === access && known.model === model && known.slot === slot;
}

/** Whether the types of times and numbers that it reads are those of the data as they are now. */
async function isStillKnown(
  { model, ofTimes, ofNumbers }: KeptPlace,
  runtime: CallerRuntime,
  { principal, signal }: PlaceOptions,
): Promise<boolean> {
  const asker = { tenant: tenantOf(principal), insists: true, signal };
  const [timed, before] = [runtime.times.of(model), learned(runtime)];
  try {
    // Both in one turn, so that the state of the data is looked up once.
    const [times, numbers] = await Promise.all([
      runtime.times.learn(ofTimes, model, asker),
      runtime.numbers.learn(ofNumbers, timed, asker),
    ]);
    return (ofTimes.length === 0 || times === timed) && (ofNumbers.length === 0 || numbers === before);
  } catch (error) {
    if (error instanceof EngineError) return false; // it is placed again, which says why
    throw error;
  }
}

/** @returns undefined where the place depends on more than is compared */
function keyOf({
  text,
  temporary,
  timezone,
  parameters,
  user,
  additions,
  mostRows,
  countsTotal,
}: PlaceOptions): string | undefined {
  if (user !== undefined || additions || mostRows !== undefined || countsTotal) return undefined;
  if (text.length > longestKey) return undefined;
  const values = parameters ? [[...parameters.types.values()], [...parameters.values.values()]] : null;
  const key = JSON.stringify([text, temporary?.state ?? null, timezone ?? null, values]);
  return key.length > longestKey ? undefined : key;
}

export const keptPlaces = new KeptPlaces();
