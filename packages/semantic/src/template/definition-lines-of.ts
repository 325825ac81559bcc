import { definitionLines, type ModelFile } from '../source/index.ts';
import { renderFiles } from './render-files.ts';
import type { TemplateInputs } from './render-template.ts';

/** Returns the line of each definition, by file. For a template these are the lines of its own text. */
export function definitionLinesOf(
  files: readonly ModelFile[],
  inputs: TemplateInputs,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(renderFiles(files, inputs).files.map((file) => [file.path, definitionLines(file)]));
}
