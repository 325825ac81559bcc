import type { ResultColumn } from '@orrery/engines';
import {
  type CubeName,
  type ExactNumber,
  type MemberId,
  type ModelIndex,
  numbersOf,
  requirePiece,
} from '@orrery/semantic';
import { type AskedRuntime, type ColumnsAsker, columnsIn, tellColumns } from './ask-times.ts';

/** Types of the numbers of one cube that a double does not hold, from its data source. */
export interface NumbersOfSource {
  readonly exact: readonly (readonly [MemberId, ExactNumber])[];
  readonly unknown: readonly MemberId[];
}

/** Asks for none of the rows of a cube, in a slot of its data source. @throws as `askTimes` */
export async function askNumbers(
  cube: CubeName,
  model: ModelIndex,
  runtime: AskedRuntime,
  asker: ColumnsAsker,
): Promise<NumbersOfSource> {
  const exact: (readonly [MemberId, ExactNumber])[] = [];
  const numbers = { stored: numbersOf(requirePiece(model, cube)), made: [] };
  const unknown = await tellColumns(numbers, columnsIn(cube, model, runtime, asker), (members, columns) => {
    for (const [index, { id, kind, expression }] of members.entries()) {
      const type = exactIn(columns[index]);
      const isSum = kind === 'measure' && expression.kind === 'aggregate' && expression.function === 'sum';
      const found = isSum && type ? sumOf(type) : type;
      if (found) exact.push([id, found]);
    }
  });
  return { exact, unknown };
}

/** Digits of a decimal in the engine of results. */
const mostDigits = 38;

function exactIn(column: ResultColumn | undefined): ExactNumber | undefined {
  const exact = column?.exact;
  if (typeof exact !== 'object') return exact;
  const { digits, decimals } = exact;
  if (decimals > mostDigits) return undefined;
  return { digits: Math.min(digits, mostDigits), decimals };
}

/** A sum has more digits than what it adds up, and as many decimals; that of whole numbers of 32 bits stays a double. */
function sumOf(type: ExactNumber): ExactNumber | undefined {
  if (type === 'integer') return undefined;
  return { digits: mostDigits, decimals: type === 'bigint' ? 0 : type.decimals };
}
