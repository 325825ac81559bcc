import { parentPort } from 'node:worker_threads';
import { compareResults } from './compare-results.ts';
import type { PartOfResults, Results } from './compare-in-thread.ts';

// Compares two results that come in parts, in a thread of its own.
let results: Results | undefined;

parentPort?.on('message', (part: PartOfResults) => {
  if (part.kind === 'begin') results = part.results;
  if (!results) return;
  if (part.kind === 'rows') results[part.of].rows.push(...part.rows);
  if (part.kind === 'end') parentPort?.postMessage(compareResults(results.truth, results.given));
});
