import { type InputProblem, InvalidInput, wordsOf } from '@orrery/kernel';

/** More are not listed: they are made, not written. */
const mostListed = 20;

/** An upload that is not kept; everything that is wrong with its files is named. */
export class BadArchive extends InvalidInput {
  /** @param faults of the archive itself, or of the file that is the path */
  constructor(faults: readonly InputProblem[]) {
    const listed = faults.slice(0, mostListed);
    super('version.bad-archive', wordsOf(listed), listed);
  }
}

export function badArchive(fault: string): BadArchive {
  return new BadArchive([{ path: 'archive', message: fault }]);
}
