import { type Problem, problem } from '../problem/problem.ts';
import { applyDuplicates } from './apply-duplicates.ts';
import type { Definition } from './definition.ts';
import { readDocument } from './document.ts';
import type { Finding } from './finding.ts';
import { indexLines, spanAt } from './line-index.ts';
import { parseYaml } from './parse-yaml.ts';
import type { ViewGroupDefinition } from './view-definition.ts';

/** A file of the model folder; `path` is relative to it, with `/`. */
export interface ModelFile {
  readonly path: string;
  readonly text: string;
}

/** All that one file says, by itself. Depends on its path and text only, so it is kept as long as those stay. */
export interface ParsedFile extends ModelFile {
  readonly definitions: readonly Definition[];
  readonly viewGroups: readonly ViewGroupDefinition[];
  readonly findings: readonly Finding[];
  /** Problems that already have their lines: the text could not be read as YAML. */
  readonly syntaxProblems: readonly Problem[];
  /** Names the file seems to define although it could not be read. */
  readonly brokenNames: readonly string[];
}

const maxFileLength = 16 * 1024 * 1024;

export function parseFile({ path, text }: ModelFile): ParsedFile {
  const refusal = refuseFile(path, text);
  if (refusal.length > 0) return unreadable(path, text, refusal);
  const parsed = parseYaml(path, text);
  if (!parsed.ok) return unreadable(path, text, parsed.problems);
  const document = readDocument(path, parsed.value);
  const { duplicates } = parsed;
  const applied =
    duplicates.length > 0 ? applyDuplicates(path, text, document, duplicates, likelyNames(text)) : document;
  return { path, text, ...applied, syntaxProblems: [] };
}

function unreadable(path: string, text: string, syntaxProblems: readonly Problem[]): ParsedFile {
  return { path, text, definitions: [], viewGroups: [], findings: [], syntaxProblems, brokenNames: likelyNames(text) };
}

function refuseFile(path: string, text: string): readonly Problem[] {
  const lines = indexLines(path, '');
  if (!/\.ya?ml$/i.test(path))
    return [problem('model.file-not-supported', { file: path }, { at: spanAt(lines, 0, 1) })];
  if (text.length > maxFileLength)
    return [problem('model.file-too-large', { file: path }, { at: spanAt(lines, 0, 1) })];
  const marker = text.match(/\{\{|\{%|\{#/);
  if (!marker) return [];
  const at = spanAt(indexLines(path, text), marker.index ?? 0, (marker.index ?? 0) + marker[0].length);
  return [problem('model.template-not-supported', { marker: marker[0] }, { at })];
}

/**
 * Names of the outermost list items of a text that cannot be read, or not whole. Fragile: it reads indentation by pattern. A name too
 * many only turns "doesn't exist" into "depends on a file with problems"; a name too few does the opposite.
 */
function likelyNames(text: string): readonly string[] {
  const items = [...text.matchAll(/^([ \t]*)-[ \t]+(?:\{[ \t]*)?name:[ \t]*["']?([A-Za-z_]\w*)/gm)];
  const outermost = Math.min(...items.map(([, indent = '']) => indent.length));
  return items.filter(([, indent = '']) => indent.length === outermost).map(([, , name = '']) => name);
}
