import { Conflict } from '@orrery/kernel';
import type { VersionProblem } from './version-check.ts';

/** A version cannot serve, for the reasons it names. */
export class BrokenVersion extends Conflict {
  readonly problems: readonly VersionProblem[];

  constructor(id: number, problems: readonly VersionProblem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super('version.broken', `Version ${id} has ${count} and cannot serve`);
    this.problems = problems;
  }
}
