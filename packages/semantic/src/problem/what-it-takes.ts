import type { Problem } from './problem.ts';

const shownNames = 8;

/** Describes for people what a problem of a model makes unavailable. */
function whatItTakes({ takes = [] }: Pick<Problem, 'takes'>): string | undefined {
  if (takes.length === 0) return undefined;
  const more = takes.length > shownNames ? ` and ${takes.length - shownNames} more` : '';
  return `Unavailable: ${takes.slice(0, shownNames).join(', ')}${more}`;
}

/** The hint, followed by what is unavailable. */
export function hintWithTaken(problem: Pick<Problem, 'hint' | 'takes'>): string | undefined {
  const { hint } = problem;
  const taken = whatItTakes(problem);
  if (hint === undefined || taken === undefined) return hint ?? taken;
  return `${hint}${/[?.!]$/.test(hint) ? '' : '.'} ${taken}`;
}
