import { type Select, StatementRefused, wireParts } from '@orrery/sql';
import type { CallerRuntime, ModelSnapshot } from '../runtime.ts';
import { InvalidQuery } from '../request/index.ts';
import type { PlacedParameters } from '../statement/index.ts';
import { placedStatement, type TemporaryRead } from '../statement/index.ts';
import { invalidStatement, StatementInvalid } from '../statement/index.ts';
import type { BoundParameter, WireCaller } from './wire.ts';

type StatementTypes = ReturnType<typeof wireParts.typeParameters>;

export interface WrittenSelect {
  readonly text: string;
  readonly select: Select;
  readonly parameterCount: number;
  /** Absent: no temporary table or view stands in the select. */
  readonly temporary?: TemporaryRead;
  /** Checks that the rows of the temporary tables in it may still be read. @throws StatementInvalid, and errors of the look-up */
  readonly requireStill?: (caller: WireCaller) => Promise<void>;
}

interface TypesOfStatement {
  readonly model: ModelSnapshot;
  readonly access: CallerRuntime['access'];
  readonly declared: string;
  readonly typed: StatementTypes;
  /** Whether the data sources were asked for the types of all numbers that it reads. */
  isLearned: boolean;
}

/** The types that were found last for a statement. */
const known = new WeakMap<Select, TypesOfStatement>();

/** The model with all that is known by now of the types in it. */
function modelOf(runtime: CallerRuntime): ModelSnapshot {
  return runtime.numbers.of(runtime.times.of(runtime.model));
}

/** Types of parameters, and of columns by what is known of the model. @throws StatementInvalid */
export function typesOf(
  { text, select, parameterCount }: WrittenSelect,
  declared: readonly number[],
  runtime: CallerRuntime,
): StatementTypes {
  const model = modelOf(runtime);
  const { access } = runtime;
  const last = known.get(select);
  if (last?.model === model && last.access === access && last.declared === declared.join()) return last.typed;
  const typed = refusing(text, () =>
    wireParts.typeParameters(select, { declared, count: parameterCount }, { model: model.index, access }),
  );
  known.set(select, { model, access, declared: declared.join(), typed, isLearned: false });
  return typed;
}

/** Placing options of the caller. */
type PlacingOptions = Pick<
  Parameters<typeof placedStatement>[2],
  'principal' | 'now' | 'signal' | 'timezone' | 'connection' | 'temporary'
>;

/**
 * Learns the types of numbers that a statement with parameters reads, so that its columns are described as they are sent.
 *
 * @throws DataSourceFailure, Unavailable
 */
export async function learnTypes(
  written: WrittenSelect,
  { parameters: types }: StatementTypes,
  runtime: CallerRuntime,
  options: PlacingOptions,
): Promise<void> {
  if (known.get(written.select)?.isLearned) return;
  const values = new Map(types.map((_, index) => [index + 1, null]));
  const parameters: PlacedParameters = { types: wireParts.typesByNumber(types), values };
  try {
    await placedStatement(written.select, runtime, { ...options, text: written.text, parameters });
  } catch (error) {
    // NULL may be no value there, and the values to come may be.
    if (!(error instanceof StatementInvalid) && !(error instanceof InvalidQuery)) throw error;
  }
}

/** Notes that nothing more is to be learned of the types of a statement, as long as its model serves. */
export function noteLearned({ select }: WrittenSelect): void {
  const last = known.get(select);
  if (last) last.isLearned = true;
}

/** The values of parameters, checked against their types. @throws StatementInvalid */
export function valuesOf(
  { text }: Pick<WrittenSelect, 'text'>,
  { parameters: types }: StatementTypes,
  given: readonly BoundParameter[],
  zone: string,
): PlacedParameters | undefined {
  if (given.length !== types.length) {
    const message = `bind message supplies ${given.length} parameters, but prepared statement requires ${types.length}`;
    throw new StatementInvalid('User Error', 'sql.parameter-count', message);
  }
  if (types.length === 0) return undefined;
  const values = new Map<number, string | null>();
  for (const [index, type] of types.entries()) {
    const parameter = given[index] ?? { bytes: null, isBinary: false };
    const value = refusing(text, () => wireParts.readParameter(type, parameter, index + 1, zone));
    values.set(index + 1, value);
  }
  return { types: wireParts.typesByNumber(types), values };
}

function refusing<Result>(text: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof StatementRefused ? invalidStatement(error, text) : error;
  }
}
