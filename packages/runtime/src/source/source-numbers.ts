import { numbersOf, requirePiece } from '@orrery/semantic';
import { askNumbers, type NumbersOfSource } from './ask-numbers.ts';
import { SourceTypes, type SourceTypesSettings } from './source-types.ts';
import type { ModelSnapshot } from '../runtime.ts';

/** Finds the numbers of cubes that are exact, with more digits than a double holds. */
export class SourceNumbers extends SourceTypes<NumbersOfSource> {
  constructor(settings: SourceTypesSettings) {
    const without = (cube: string, { index }: ModelSnapshot): NumbersOfSource => {
      return { exact: [], unknown: numbersOf(requirePiece(index, cube)).map(({ id }) => id) };
    };
    super({ ask: askNumbers, without, into: withNumbers }, settings);
  }
}

function withNumbers(model: ModelSnapshot, answers: readonly NumbersOfSource[]): ModelSnapshot {
  const types = new Map(answers.flatMap(({ exact }) => exact));
  return { ...model, index: { ...model.index, exact: { types } } };
}
