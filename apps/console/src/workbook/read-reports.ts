import { compares } from '@orrery/charts';
import type { Meta, Query } from '@orrery/client/data';
import { answerOf, answerQuery, answerStatement, type ReadRows, type TileData } from '@orrery/embed';
import type { DataIdentity } from '../api/data.ts';
import { messageOf } from '../api/message-of.ts';
import { parseExact } from '../api/parse-exact.ts';
import { sessionState } from '../api/session.ts';
import { type ReportFields, questionOf, type ReportQuestion } from '../model/report-question.ts';
import { workbookWords as words } from '../words/workbook-words.ts';

/** Queries of one request. */
const mostTogether = 100;
/** Largest number of rows that a chart is drawn of. */
const mostRows = 10_000;

/** Writes the question of a report as a text. */
export function requestOf(report: ReportFields): string {
  return JSON.stringify(questionOf(report) ?? null);
}

/** Reads the rows of reports, as the user may see them. Queries are sent together, over one connection. */
export function readReports({ deploymentId, data }: DataIdentity, cubes: () => Meta['cubes']): ReadRows<number> {
  return async (requests, take, options) => {
    const { signal } = options;
    const failure = (error: unknown): TileData => {
      if (!signal.aborted) sessionState.notice(error);
      return { error: messageOf(error) };
    };
    const others: Promise<void>[] = [];
    const takeLater = (id: number, answer: Promise<TileData>) =>
      others.push(answer.catch(failure).then((content) => take(id, content)));
    const together = new Map<string, Query & { readonly responseFormat: 'compact' }>();
    for (const [id, request] of requests) {
      const question = JSON.parse(request) as ReportQuestion | null; // of the function above
      const query = question?.kind === 'json' ? queryIn(question.text) : undefined;
      if (query && compares(query)) takeLater(id, answerQuery(data, query, cubes(), options));
      else if (query) together.set(String(id), { ...query, responseFormat: 'compact' });
      else if (question?.kind === 'source') {
        const limits = { limit: mostRows, signal };
        const reading = import('./source-rows.ts');
        takeLater(
          id,
          reading.then(({ sourceRows }) => sourceRows(deploymentId, question, limits)),
        );
      } else if (question?.kind === 'statement')
        takeLater(id, answerStatement(data, question.text, { ...options, most: mostRows }));
      else take(id, { error: words.noQuery });
    }
    let otherwise: TileData = { error: messageOf(undefined) };
    try {
      const queries = [...together].map(([id, query]) => ({ id, query }));
      for (let from = 0; from < queries.length; from += mostTogether) {
        for await (const answer of data.loadEach(queries.slice(from, from + mostTogether), options)) {
          if ('progress' in answer) continue;
          const query = together.get(answer.id) ?? {};
          take(Number(answer.id), 'error' in answer ? failure(answer.error) : answerOf(answer.result, query, cubes()));
        }
      }
    } catch (error) {
      otherwise = failure(error);
      // Statements beside them may take long. Tiles that have their rows are left alone.
      for (const id of together.keys()) take(Number(id), otherwise);
    }
    await Promise.all(others);
    return otherwise;
  };
}

function queryIn(text: string): Query | undefined {
  try {
    const query = parseExact(text) as Query;
    return typeof query === 'object' && query !== null && Object.keys(query).length > 0 ? query : undefined;
  } catch {
    return undefined;
  }
}
