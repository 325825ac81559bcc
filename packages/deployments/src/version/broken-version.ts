import { Conflict, type InputProblem } from '@orrery/kernel';
import type { VersionProblem } from './version-check.ts';

/** A version that cannot serve, with the reasons. */
export class BrokenVersion extends Conflict {
  override readonly details: readonly InputProblem[];

  /** @param id absent for a project that was not stored */
  constructor(id: number | undefined, problems: readonly VersionProblem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super('version.broken', `${id === undefined ? 'The project' : `Version ${id}`} has ${count} and cannot serve`);
    this.details = problems.map(({ file, line, message }) => ({
      path: [file, line].filter(Boolean).join(':'),
      message,
    }));
  }
}
