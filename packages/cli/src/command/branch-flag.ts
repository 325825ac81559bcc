import type { Project } from '@orrery/config';
import { didYouMean, OperatorError } from '@orrery/kernel';
import type { CommandFlag, CommandInput } from './command.ts';

export const branchFlag: CommandFlag = {
  name: 'branch',
  shows: 'NAME  a branch of orrery.yml instead of the model of the project',
};

/** The branch given with `--branch`, if any. */
export function branchOf({ flags }: Pick<CommandInput, 'flags'>): string | null {
  const given = flags['branch'];
  return given === undefined ? null : String(given);
}

/**
 * The project with the model of one of its branches.
 *
 * @throws OperatorError when it has no such branch
 */
export function onBranch(project: Project, branch: string | null): Project {
  if (branch === null) return project;
  const found = project.branches.get(branch);
  if (found) return { ...project, ...found };
  const names = [...project.branches.keys()];
  const known = names.length === 0 ? 'The file names no branches.' : `Its branches are ${names.join(', ')}.`;
  throw new OperatorError(`orrery.yml has no branch '${branch}'. ${didYouMean(branch, names) ?? known}`);
}
