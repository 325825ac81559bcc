import { OperatorError } from './operator-error.ts';

/** A problem with a flag, a variable or the project file. */
export interface ConfigProblem {
  readonly message: string;
  readonly at?: { readonly file: string; readonly line: number; readonly column: number };
  readonly hint?: string;
}

/** Stops a command because of its settings, and lists every problem with them. */
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
