import { InvalidInput, type FieldFault } from '@orrery/kernel';

/** More are not listed: they are made, not written. */
const mostListed = 20;

/** An upload that is not kept; everything that is wrong with its files is named. */
export class BadArchive extends InvalidInput {
  /** @param faults of the archive itself, or of the file that is the field */
  constructor(faults: readonly FieldFault[]) {
    super('version.bad-archive', faults.slice(0, mostListed));
  }
}

export function badArchive(fault: string): BadArchive {
  return new BadArchive([{ field: 'archive', fault }]);
}
