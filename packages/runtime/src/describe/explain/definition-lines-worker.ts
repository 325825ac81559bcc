import { serveSerially } from '@orrery/kernel';
import { definitionLinesOf } from '@orrery/semantic';
import { loadModelFiles } from '../../model/index.ts';
import type { LinesWanted, ReadLines } from './definition-lines.ts';

// Reads some files with positions, request by request.
serveSerially(linesOf);

function linesOf({ directory, paths, templates }: LinesWanted): ReadLines {
  const wanted = new Set(paths);
  const files = loadModelFiles(directory).filter(({ path }) => wanted.has(path) || /\.jinja$/i.test(path));
  return [...definitionLinesOf(files, templates)];
}
