import { version } from '@orrery/config';
import type { Identity } from './identities.ts';
import type { UsedPolicy } from './used-policies.ts';

/** Result of a run, to be stored. */
export interface ProofReport {
  readonly project: string;
  readonly at: string;
  /** Fingerprint of the model. */
  readonly model: string;
  readonly seed: number;
  readonly questions: number;
  /** Callers of the project's tests first, then the generated ones. */
  readonly callers: readonly Identity[];
  readonly testedCount: number;
  /** Cubes and views with policies, and those without. */
  readonly guarded: readonly string[];
  readonly unguarded: readonly string[];
  readonly policies: readonly UsedPolicy[];
  /** Results of the project's access tests. */
  readonly tests: ProvenTests;
  /** Counts by path, then by outcome. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Number of answers compared with rows. */
  readonly compared: number;
  /** Reasons why answers could not be compared, with their counts. */
  readonly incomparable: ReadonlyMap<string, number>;
  readonly failures: readonly ProofFailure[];
}

interface ProvenTests {
  readonly passed: number;
  /** One text per failure. */
  readonly failures: readonly string[];
}

export interface ProofFailure {
  readonly path: string;
  readonly what: string;
  readonly context: unknown;
  readonly query: unknown;
  readonly columns?: readonly string[];
  /** Rows that are missing from the answer. */
  readonly missing?: readonly string[];
  /** Rows that should not be in the answer. */
  readonly surplus?: readonly string[];
}

/** Bound on rows shown of a difference, on each side. */
const mostShown = 20;

/** Writes the report as Markdown. */
export function reportText(report: ProofReport): string {
  const { callers, testedCount, failures, tests } = report;
  const reasons = [...report.incomparable].map(([reason, count]) => `- ${reason}: ${count}`);
  return [
    '# Isolation proof',
    '',
    `- Orrery: ${version}`,
    `- Project: ${report.project}`,
    `- Model: ${report.model}`,
    `- Run at: ${report.at}`,
    `- Seed: ${report.seed}`,
    `- Questions: ${report.questions}`,
    `- Callers: ${testedCount} of access tests, ${callers.length - testedCount} generated`,
    `- Access tests: ${tests.passed} of ${tests.passed + tests.failures.length} assertions hold`,
    `- Cubes and views with policies: ${report.guarded.join(', ') || 'none'}`,
    `- Cubes and views without policies: ${report.unguarded.join(', ') || 'none'}`,
    '',
    `**${verdictOf(report)}**`,
    ...section('By path', report.counts.size > 0 ? pathTable(report.counts) : []),
    ...section('Not comparable with an unrestricted question', reasons),
    ...section(
      'Access tests that fail',
      tests.failures.flatMap((text) => ['```', text, '```']),
    ),
    ...section('Policies that applied to at least one caller', report.policies.filter(hasApplied).map(appliedText)),
    ...section(
      'Policies that never applied, so that nothing about them is proven',
      report.policies.filter((policy) => !hasApplied(policy)).map(placeText),
    ),
    ...section(
      'Callers',
      callers.map(({ name, context }) => `- ${name}: ${code(JSON.stringify(context))}`),
    ),
    ...failures.flatMap(failureText),
  ].join('\n');
}

/** Whether the run proves isolation; one that compared nothing does not. */
export function isProven({ guarded, compared, failures, tests }: ProofReport): boolean {
  return guarded.length > 0 && compared > 0 && failures.length + tests.failures.length === 0;
}

function verdictOf({ guarded, compared, failures, tests }: ProofReport): string {
  const found: string[] = [];
  if (guarded.length === 0) found.push('Nothing is protected: no cube and no view has policies.');
  if (failures.length > 0)
    found.push(`${failures.length} ${failures.length === 1 ? 'difference was' : 'differences were'} found.`);
  if (tests.failures.length > 0)
    found.push(`${tests.failures.length} of the access tests' assertions ${doOrDoes(tests.failures.length)} not hold.`);
  if (found.length > 0) return found.join(' ');
  if (compared === 0) return 'Nothing could be compared, so nothing is proven.';
  return `No difference was found; ${compared} answers were compared row by row.`;
}

function doOrDoes(count: number): string {
  return count === 1 ? 'does' : 'do';
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? ['', `## ${title}`, '', ...lines] : [];
}

function pathTable(counts: ProofReport['counts']): readonly string[] {
  const outcomes = [...new Set([...counts.values()].flatMap((one) => [...one.keys()]))].sort();
  return [
    `| Path | ${outcomes.join(' | ')} |`,
    `| --- |${outcomes.map(() => ' ---: |').join('')}`,
    ...[...counts].map(
      ([path, one]) => `| ${path} | ${outcomes.map((outcome) => one.get(outcome) ?? 0).join(' | ')} |`,
    ),
  ];
}

function hasApplied({ appliedTo }: UsedPolicy): boolean {
  return appliedTo.length > 0;
}

function placeText({ piece, file, line }: UsedPolicy): string {
  return `- ${piece}, ${file}:${line}`;
}

function appliedText(policy: UsedPolicy): string {
  return `${placeText(policy)}: ${policy.appliedTo.join(', ')}`;
}

/** Formats a value as code, whose backticks must not end the span. */
function code(text: string): string {
  return text.includes('`') ? `\`\`${text} \`\`` : `\`${text}\``;
}

function failureText(failure: ProofFailure, at: number): readonly string[] {
  const { path, what, context, query, columns, missing = [], surplus = [] } = failure;
  const rows = [...shownRows('-', missing), ...shownRows('+', surplus)];
  return [
    '',
    `## Difference ${at + 1}: ${path}`,
    '',
    what,
    '',
    '```json',
    JSON.stringify({ securityContext: context, query }, undefined, 2),
    '```',
    ...(columns
      ? [
          '',
          'Rows that should be there and are not (`-`), and that are there and should not (`+`):',
          '',
          '```diff',
          `  ${JSON.stringify(columns)}`,
          ...rows,
          '```',
        ]
      : []),
  ];
}

function shownRows(sign: string, rows: readonly string[]): readonly string[] {
  const more = rows.length - mostShown;
  return [...rows.slice(0, mostShown).map((row) => `${sign} ${row}`), ...(more > 0 ? [`${sign} ${more} more`] : [])];
}
