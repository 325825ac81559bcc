import { type Problem, problem } from '../problem/index.ts';
import { applyDuplicates } from './apply-duplicates.ts';
import type { Definition } from './definition.ts';
import { readDocument } from './document.ts';
import type { Finding } from './finding.ts';
import { indexLines, spanAt } from './yaml/line-index.ts';
import { parseYaml, type YamlText } from './yaml/parse-yaml.ts';
import { spansOf } from './yaml/positions.ts';
import type { SourceFile } from './source-file.ts';
import { TemplatePlaces } from './yaml/source-map.ts';
import type { ViewGroupDefinition } from './view/view-definition.ts';

/** The content of one file. It depends on the source file only, so it is kept as long as that is unchanged. */
export interface ParsedFile extends YamlText {
  readonly path: string;
  readonly source: SourceFile;
  readonly definitions: readonly Definition[];
  readonly viewGroups: readonly ViewGroupDefinition[];
  readonly findings: readonly Finding[];
  /** Problems that already have positions: the text could not be read as YAML. */
  readonly syntaxProblems: readonly Problem[];
  /** Names the file seems to define although it could not be read. */
  readonly brokenNames: readonly string[];
}

const maxFileLength = 16 * 1024 * 1024;

export function parseFile(file: SourceFile): ParsedFile {
  const { path, problem: refusal = refuseFile(file) } = file;
  if (refusal) return unreadable(file, [refusal]);
  const parsed = parseYaml(path, file);
  if (!parsed.ok) return unreadable(file, parsed.problems);
  const document = readDocument(path, parsed.value);
  const { duplicates, source } = parsed;
  const { text, map } = source;
  const applied =
    duplicates.length > 0 ? applyDuplicates(path, text, document, duplicates, likelyNames(text)) : document;
  const definitions = placePolicies(applied.definitions, path, source);
  return { path, text, map, source: file, ...applied, definitions, syntaxProblems: [] };
}

/** Adds positions to policies, at a cost only for files that have some. */
function placePolicies(
  definitions: readonly Definition[],
  path: string,
  { text, map }: YamlText,
): readonly Definition[] {
  const places = definitions.flatMap(({ policies }) => policies.map(({ place }) => place));
  if (places.length === 0) return definitions;
  const templates = map && new TemplatePlaces(text, map);
  const spans = spansOf(path, text, places).map((span) => templates?.span(span) ?? span);
  const at = new Map(places.map((place, index) => [place, spans[index]]));
  return definitions.map((definition): Definition => {
    const policies = definition.policies.map((policy) => {
      const { file = policy.at.file, line = policy.at.line } = at.get(policy.place) ?? {};
      return { ...policy, at: { file, line } };
    });
    return policies.length > 0 ? { ...definition, policies } : definition;
  });
}

/** Whether an earlier parsed file has the content this one would have. */
export function isParsed(
  known: ParsedFile | undefined,
  { text, map, problem: refusal, isOutside }: SourceFile,
): boolean {
  const source = known?.source;
  if (source === undefined || source.isOutside !== isOutside) return false;
  return source.text === text && source.map === map && source.problem === refusal;
}

function unreadable(file: SourceFile, syntaxProblems: readonly Problem[]): ParsedFile {
  const nothing = { definitions: [], viewGroups: [], findings: [] };
  const { path, text, map } = file;
  return { path, text, map, source: file, ...nothing, syntaxProblems, brokenNames: likelyNames(text) };
}

function refuseFile({ path, text, isOutside }: SourceFile): Problem | undefined {
  const at = spanAt(indexLines(path, ''), 0, 1);
  if (isOutside) return problem('model.file-outside', { file: path }, { at });
  if (!/\.(?:ya?ml|jinja)$/i.test(path)) {
    const hint = 'Write its cubes and views in YAML, then remove the file';
    return problem('model.file-not-supported', { file: path }, { at, hint });
  }
  return text.length > maxFileLength ? problem('model.file-too-large', { file: path }, { at }) : undefined;
}

/**
 * Finds names of the outermost list items in a text that cannot be read completely. Fragile: it matches indentation by
 * pattern. A superfluous name only turns "doesn't exist" into "depends on a file with problems"; a missing one does the
 * opposite.
 */
function likelyNames(text: string): readonly string[] {
  const items = [...text.matchAll(/^([ \t]*)-[ \t]+(?:\{[ \t]*)?name:[ \t]*["']?([A-Za-z_]\w*)/gm)];
  const outermost = items.reduce((least, [, indent = '']) => Math.min(least, indent.length), Number.POSITIVE_INFINITY);
  return items.filter(([, indent = '']) => indent.length === outermost).map(([, , name = '']) => name);
}
