import { type MemberId, windowed } from '../../model/index.ts';
import type { ColumnId } from '../plan.ts';

/** Numbers the columns of one plan. */
export interface Columns {
  add(name: string): ColumnId;
  readonly names: readonly string[];
}

export function numberColumns(): Columns {
  return continueColumns([]);
}

/** Numbers further columns of a plan that has some. */
export function continueColumns(known: readonly string[]): Columns {
  const names: string[] = [...known];
  return {
    names,
    add(name) {
      // The brand is only given here, so that an id always has a name.
      return (names.push(name) - 1) as ColumnId;
    },
  };
}

/** What the column of a member is called: `orders__count`. */
export function nameOfMember(member: MemberId): string {
  return (windowed(member)?.leaf ?? member).replace('.', '__');
}
