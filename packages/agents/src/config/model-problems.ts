import { type ConfigProblem, didYouMean } from '@orrery/kernel';
import { type ModelForCaller, type Runtime, statementProblems, type Statements } from '@orrery/runtime';
import type { AgentConfiguration, SourcePosition } from './configuration.ts';

export interface ModelToCompare {
  /** The whole model, without policies. */
  readonly state: ModelForCaller & Pick<Runtime, 'dialectFor'>;
  readonly statements: Pick<Statements, 'parse'>;
  readonly now: number;
}

/**
 * Finds the parts of a configuration that do not fit the model: certified queries and SQL of eval questions that do not
 * bind, and missing views. Reads no data.
 */
export async function agentModelProblems(
  { spaces, agents, evalQuestions }: AgentConfiguration,
  { state, statements, now }: ModelToCompare,
): Promise<readonly ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  const written = [
    ...spaces.flatMap(({ certifiedQueries }) => certifiedQueries).map((one) => ({ what: 'certified query', ...one })),
    ...evalQuestions.map((one) => ({ what: 'eval question', ...one })),
  ];
  const told = new Set<string>();
  for (const { what, name, sql, at } of written) {
    for (const { message, hint } of await statementProblems(sql, state, {
      context: { kind: 'probe' },
      now,
      statements,
    })) {
      // The answer of a question may be a certified query, which was told before.
      const key = `${sql}\n${message}`;
      if (told.has(key)) continue;
      told.add(key);
      problems.push(problem(`The ${what} '${name}' cannot be answered: ${message}`, at, hint));
    }
  }
  const views = [...state.model.index.pieces.values()].flatMap((piece) => (piece.kind === 'view' ? [piece.name] : []));
  for (const { name, at } of agents.flatMap(({ accessibleViews = [] }) => accessibleViews)) {
    if (views.includes(name)) continue;
    problems.push(
      problem(
        `The model has no view '${name}'.`,
        at,
        didYouMean(name, views, (one) => `'${one}'`),
      ),
    );
  }
  return problems;
}

function problem(message: string, at: SourcePosition, hint: string | undefined): ConfigProblem {
  return { message, at, ...(hint === undefined ? {} : { hint }) };
}
