import { OperatorError } from './operator-error.ts';

/** Something in a flag, a variable or the project file is wrong. */
export interface ConfigProblem {
  readonly message: string;
  readonly at?: { readonly file: string; readonly line: number; readonly column: number };
  readonly hint?: string;
}

/** The command cannot run with what it was given; lists everything that is wrong. */
export class ConfigError extends OperatorError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(describeConfigProblem).join('\n'));
    this.problems = problems;
  }
}

export function describeConfigProblem({ message, at, hint }: ConfigProblem): string {
  const place = at ? `${at.file}:${at.line}:${at.column}: ` : '';
  return `${place}${message}${hint ? ` ${hint}` : ''}`;
}
