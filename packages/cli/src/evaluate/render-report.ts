import { accuracyOf, countResults, type GradedInOrder } from '@orrery/agents';
import { renderTable } from '../command/index.ts';
import type { EvaluatedAgent } from './evaluate-agent.ts';

interface EvaluationReport extends EvaluatedAgent {
  /** `null` for the project itself. */
  readonly branchName: string | null;
}

/** Whether an answer was wrong, or could not be graded; withheld ones are neither. */
export function hasFailed({ results }: EvaluatedAgent): boolean {
  return results.some(({ verdict }) => verdict === 'fail' || verdict === 'error');
}

export function renderReport(report: EvaluationReport, format: 'table' | 'json'): string {
  const counts = countResults(report.results);
  const accuracy = accuracyOf(counts);
  if (format === 'json') {
    const { agentName, branchName, models, results } = report;
    const shown = results.map(({ truthSql, ...result }) => ({ ...result, groundTruthSql: truthSql }));
    return JSON.stringify(
      { agentName, branchName, models, counts, accuracy: accuracy ?? null, results: shown },
      null,
      2,
    );
  }
  const rows = report.results.map(({ name, verdict, outcome = '', reason = '' }) => [name, verdict, outcome, reason]);
  const table = renderTable({ columns: ['question', 'verdict', 'outcome', 'reason'], rows });
  const { total, correct, withheld, wrong } = counts;
  const rest = total - correct - withheld - wrong;
  const totals = [
    `${correct} correct, ${withheld} withheld, ${wrong} wrong${rest > 0 ? `, ${rest} not judged` : ''}`,
    `accuracy: ${((accuracy ?? 0) * 100).toFixed(1)} % (${counts.pass} of ${total} passed)`,
    `answered by ${report.models.join(', ') || 'nobody'}, as the agent '${report.agentName}'`,
  ];
  return [table, ...details(report.results), totals.join('\n')].join('\n\n');
}

/** Writes the answers that need attention: those that are not right, with the compared statements. */
function details(results: readonly GradedInOrder[]): readonly string[] {
  return results
    .filter(({ verdict, reason }) => verdict !== 'pass' && reason !== 'no-query')
    .map(({ name, question, truthSql, agentSql, detail }) =>
      [
        `${name}: ${oneLine(question)}`,
        `  ${oneLine(detail ?? '')}`,
        `  right: ${oneLine(truthSql)}`,
        ...(agentSql === undefined ? [] : [`  asked: ${oneLine(agentSql)}`]),
      ].join('\n'),
    );
}

/** Answers and statements may contain anything, also characters that steer terminals. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
