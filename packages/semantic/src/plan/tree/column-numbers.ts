import { type MemberId, windowed } from '../../model/index.ts';
import type { ColumnId } from '../plan.ts';

/** Numbers the columns of one plan. */
export interface PlanColumnNumbers {
  add(name: string): ColumnId;
  readonly names: readonly string[];
}

export function numberColumns(): PlanColumnNumbers {
  return continueColumns([]);
}

/** Continues the numbers of an existing plan. */
export function continueColumns(known: readonly string[]): PlanColumnNumbers {
  const names: string[] = [...known];
  return {
    names,
    add(name) {
      // The brand is only given here, so that every id has a name.
      return (names.push(name) - 1) as ColumnId;
    },
  };
}

/** Column name of a member: `orders__count`. */
export function nameOfMember(member: MemberId): string {
  return (windowed(member)?.leaf ?? member).replace('.', '__');
}
