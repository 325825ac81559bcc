/** What a run has found out, to be kept. */
export interface ProofReport {
  readonly project: string;
  readonly at: string;
  readonly seed: number;
  readonly questions: number;
  /** Those of the project's tests, and generated ones. */
  readonly identities: { readonly tested: readonly string[]; readonly generated: number };
  readonly guarded: readonly string[];
  /** By path, then by what came of it. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Answers that were held against rows. */
  readonly compared: number;
  /** Why answers could not be compared, and how often. */
  readonly incomparable: ReadonlyMap<string, number>;
  readonly failures: readonly ProofFailure[];
}

export interface ProofFailure {
  readonly path: string;
  readonly what: string;
  readonly context: unknown;
  readonly query: unknown;
  readonly expected?: string;
  readonly given?: string;
}

/** A page in Markdown. */
export function reportText(report: ProofReport): string {
  const { identities, counts, failures } = report;
  const outcomes = [...new Set([...counts.values()].flatMap((one) => [...one.keys()]))].sort();
  const table = [
    `| Path | ${outcomes.join(' | ')} |`,
    `| --- |${outcomes.map(() => ' ---: |').join('')}`,
    ...[...counts].map(
      ([path, one]) => `| ${path} | ${outcomes.map((outcome) => one.get(outcome) ?? 0).join(' | ')} |`,
    ),
  ];
  const reasons = [...report.incomparable].map(([reason, count]) => `- ${reason}: ${count}`);
  return [
    '# Isolation proof',
    '',
    `- Project: ${report.project}`,
    `- Run at: ${report.at}`,
    `- Seed: ${report.seed}`,
    `- Questions: ${report.questions}`,
    `- Identities: ${identities.tested.length} of access tests, ${identities.generated} generated`,
    `- Cubes and views with policies: ${report.guarded.join(', ') || 'none'}`,
    '',
    `**${verdictOf(report)}**`,
    '',
    '## By path',
    '',
    ...table,
    ...(reasons.length > 0 ? ['', '## Not comparable with an unrestricted question', '', ...reasons] : []),
    ...failures.flatMap(failureText),
  ].join('\n');
}

/** A run that compared nothing proves nothing. */
export function isProven({ compared, failures }: ProofReport): boolean {
  return compared > 0 && failures.length === 0;
}

function verdictOf({ compared, failures }: ProofReport): string {
  if (failures.length > 0)
    return `${failures.length} ${failures.length === 1 ? 'difference was' : 'differences were'} found.`;
  if (compared === 0) return 'Nothing could be compared, so nothing is proven.';
  return `No difference was found; ${compared} answers were compared row by row.`;
}

function failureText({ path, what, context, query, expected, given }: ProofFailure, at: number): readonly string[] {
  return [
    '',
    `## Difference ${at + 1}: ${path}`,
    '',
    what,
    '',
    '```json',
    JSON.stringify({ securityContext: context, query }, undefined, 2),
    '```',
    ...(expected === undefined ? [] : ['', `Expected: \`${expected}\``]),
    ...(given === undefined ? [] : ['', `Answered: \`${given}\``]),
  ];
}
