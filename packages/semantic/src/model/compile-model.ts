import type { Problem } from '../problem/index.ts';
import {
  type Finding,
  isParsed,
  locateFindings,
  type ModelFile,
  type ParsedFile,
  parseFile,
  TemplatePlaces,
} from '../source/index.ts';
import { type ContextRead, type RenderCache, renderFiles, type TemplateInputs } from '../template/index.ts';
import type { UnavailablePiece } from './model-index.ts';
import type { Piece } from './model.ts';
import { type Resolution, type Resolved, resolve } from './resolve.ts';

export type { ModelFile } from '../source/index.ts';
export { agrees } from '../template/index.ts';
export { readContext } from '../template/index.ts';
export type { ContextRead, SecurityContext } from '../template/index.ts';
export type { TemplateVariables } from '../template/index.ts';
export type { TemplateInputs } from '../template/index.ts';

export interface ModelBuild {
  /** What can be queried. A piece that did not change since the build before is the very same object. */
  readonly pieces: readonly Piece[];
  /** What is defined but cannot be queried, with the reasons. */
  readonly unavailable: readonly UnavailablePiece[];
  /** Everything that is wrong, in all files, in order of files and lines. */
  readonly problems: readonly Problem[];
  /** What is understood but does nothing yet. */
  readonly notices: readonly Problem[];
}

/** What a build keeps for the next one: parsed files by content, resolved pieces. Opaque. */
export interface CompileCache {
  readonly files: ReadonlyMap<string, ParsedFile>;
  readonly resolution: Resolution;
  readonly located: Located;
  readonly renderings: RenderCache;
}

export interface Compiled {
  readonly build: ModelBuild;
  readonly cache: CompileCache;
  /** What templates have read of the security context: another one that agrees on them gives the same build. */
  readonly contextReads: readonly ContextRead[];
}

/**
 * Model files to resolved pieces. Never throws for what a file says: a file or cube with problems is unavailable with
 * all that depends on it, everything else resolves.
 *
 * @param files in any order; pieces come in order of paths
 * @param previous of an earlier build of the same or another model; files whose text it holds are not parsed again
 * @param inputs what templates may read of the world
 */
export function compileModel(
  files: readonly ModelFile[],
  previous?: CompileCache,
  inputs: TemplateInputs = noInputs,
): Compiled {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const rendered = renderFiles(sorted, inputs, previous?.renderings);
  const parsed = rendered.files.map((file) => {
    const known = previous?.files.get(file.path);
    return known && isParsed(known, file) ? known : parseFile(file);
  });
  const resolved = resolve(parsed, previous?.resolution);
  const { pieces, findings, notices, unavailable, taken, resolution } = resolved;

  const located: Located = previous?.located ?? new WeakMap();
  locateAll([...findings, ...notices], parsed, located);
  const problemsOf = (some: readonly Finding[]): readonly Problem[] => some.flatMap((one) => located.get(one) ?? []);
  const withNames = (some: readonly Finding[]): readonly Problem[] =>
    some.flatMap((one) => problemsOf([one]).map((told) => withTaken(told, taken.get(one))));
  const problemsOfFiles = problemsByName(parsed, problemsOf);
  const build: ModelBuild = {
    pieces,
    unavailable: [...unavailable].map(([name, reasons]) => {
      const own = [...problemsOf(reasons.findings), ...reasons.reasons];
      const cause = reasons.cause === undefined ? {} : { cause: reasons.cause };
      return { name, problems: own.length > 0 ? own : problemsOfFiles(name), ...cause };
    }),
    problems: inOrder([...parsed.flatMap((file) => syntaxProblemsOf(file, resolved)), ...withNames(findings)]),
    notices: inOrder([...rendered.notices, ...withNames(notices)]),
  };
  const byPath = new Map(parsed.map((file) => [file.path, file]));
  return {
    build,
    cache: { files: byPath, resolution, located, renderings: rendered.cache },
    contextReads: rendered.reads,
  };
}

function withTaken(problem: Problem, takes: readonly string[] = []): Problem {
  return takes.length === 0 ? problem : { ...problem, takes };
}

/** With what the whole file takes along. */
function syntaxProblemsOf({ syntaxProblems, brokenNames }: ParsedFile, { takenBy }: Resolved): readonly Problem[] {
  const names = [...new Set(brokenNames.flatMap((name) => [name, ...(takenBy.get(name) ?? [])]))];
  return syntaxProblems.map((one) => withTaken(one, names));
}

/** A model by itself. */
const noInputs: TemplateInputs = { variables: new Map(), context: {} };

/** A finding stays the same object only as long as the text it points into stays the same. */
type Located = WeakMap<Finding, Problem>;

/** Names that hints of one build are looked for among: a second's work. Whoever has that many has no need of more hints. */
const mostComparisons = 2_000_000;

function locateAll(findings: readonly Finding[], files: readonly ParsedFile[], located: Located): void {
  const byFile = Map.groupBy(
    findings.filter((one) => !located.has(one)),
    ({ place }) => place.file,
  );
  const comparisons = { left: mostComparisons };
  for (const { path, text, map } of files) {
    const own = byFile.get(path);
    if (!own) continue;
    const templates = map && new TemplatePlaces(text, map);
    for (const [one, problem] of locateFindings(path, text, own, comparisons))
      located.set(one, templates?.problem(problem) ?? problem);
  }
}

/**
 * For pieces that have no problem of their own to show: those of the files they lie in, which cannot be read, or only in
 * part. Pieces of one file share one list.
 */
function problemsByName(
  files: readonly ParsedFile[],
  problemsOf: (findings: readonly Finding[]) => readonly Problem[],
): (name: string) => readonly Problem[] {
  const byName = new Map<string, Set<ParsedFile>>();
  for (const file of files) {
    const damaged = file.definitions.filter(({ isDamaged }) => isDamaged).map(({ name }) => name);
    for (const name of [...file.brokenNames, ...damaged]) byName.set(name, (byName.get(name) ?? new Set()).add(file));
  }
  const known = new Map<ParsedFile, readonly Problem[]>();
  const problemsIn = (file: ParsedFile): readonly Problem[] => {
    const problems = known.get(file) ?? [...file.syntaxProblems, ...problemsOf(file.findings)];
    known.set(file, problems);
    return problems;
  };
  return (name) => {
    const [first, ...others] = byName.get(name) ?? [];
    if (!first) return [];
    return others.length > 0 ? [first, ...others].flatMap(problemsIn) : problemsIn(first);
  };
}

/** What is wrong with a template that several files import is said once. */
function inOrder(given: readonly Problem[]): readonly Problem[] {
  const problems = [...new Map(given.map((one) => [JSON.stringify(one), one])).values()];
  const key = ({ at }: Problem): readonly [string, number, number] =>
    at?.kind === 'file' ? [at.file, at.line, at.column] : ['', 0, 0];
  return problems.toSorted((a, b) => {
    const [[fileA, lineA, columnA], [fileB, lineB, columnB]] = [key(a), key(b)];
    if (fileA !== fileB) return fileA < fileB ? -1 : 1;
    return lineA - lineB || columnA - columnB;
  });
}
