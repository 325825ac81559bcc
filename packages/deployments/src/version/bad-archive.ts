import { type InputProblem, InvalidInput, wordsOf } from '@orrery/kernel';

/** Bound on listed problems: more than this comes from generated archives. */
const mostListed = 20;

/** Refuses an upload and names every problem of its files. */
export class BadArchive extends InvalidInput {
  /** @param faults problems whose path is a file, or empty for the archive itself */
  constructor(faults: readonly InputProblem[]) {
    const listed = faults.slice(0, mostListed);
    super('version.bad-archive', wordsOf(listed), listed);
  }
}

export function badArchive(fault: string): BadArchive {
  return new BadArchive([{ path: 'archive', message: fault }]);
}
