import { parentPort } from 'node:worker_threads';
import type { SerialAnswer } from '@orrery/kernel';
import { definitionLinesOf } from '@orrery/semantic';
import { loadModelFiles } from '../../model/index.ts';
import type { LinesWanted, ReadLines } from './definition-lines.ts';

// Reads some files with positions, request by request.
parentPort?.on('message', (wanted: LinesWanted) => {
  try {
    tell({ kind: 'answered', answer: linesOf(wanted), isSpent: false });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
tell({ kind: 'ready' });

function linesOf({ directory, paths, templates }: LinesWanted): ReadLines {
  const wanted = new Set(paths);
  const files = loadModelFiles(directory).filter(({ path }) => wanted.has(path) || /\.jinja$/i.test(path));
  return [...definitionLinesOf(files, templates)];
}

function tell(answer: SerialAnswer<ReadLines>): void {
  parentPort?.postMessage(answer);
}
