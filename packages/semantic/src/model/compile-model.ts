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
import { type ModelResolution, type ResolvedModel, resolve } from './resolve.ts';

export type { ModelFile } from '../source/index.ts';
export { agrees } from '../template/index.ts';
export { readContext } from '../template/index.ts';
export type { ContextRead } from '../template/index.ts';
export type { TemplateVariables } from '../template/index.ts';
export type { TemplateInputs } from '../template/index.ts';

export interface ModelBuild {
  /** Pieces that can be queried. A piece unchanged since the build before is the same object. */
  readonly pieces: readonly Piece[];
  /** Pieces that are defined but cannot be queried, with the reasons. */
  readonly unavailable: readonly UnavailablePiece[];
  /** All problems in all files, in order of files and lines. */
  readonly problems: readonly Problem[];
  /** Supported syntax that has no effect yet. */
  readonly notices: readonly Problem[];
}

/** Data that a build keeps for the next one: parsed files by content, resolved pieces. Opaque. */
export interface CompileCache {
  readonly files: ReadonlyMap<string, ParsedFile>;
  readonly resolution: ModelResolution;
  readonly located: Located;
  readonly renderings: RenderCache;
}

export interface Compiled {
  readonly build: ModelBuild;
  readonly cache: CompileCache;
  /**
   * Values of the security context that templates have read: another context with the same values gives the same build.
   */
  readonly contextReads: readonly ContextRead[];
}

/**
 * Compiles model files to resolved pieces. Never throws because of a file's content: a file or cube with problems is
 * unavailable with its dependents, and everything else resolves.
 *
 * @param files in any order; pieces come in order of paths @param previous cache of an earlier build of this or another
 * model; files with equal text are not parsed again @param inputs values that templates may read
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
    some.flatMap((one) => problemsOf([one]).map((reported) => withTaken(reported, taken.get(one))));
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

/** Problems of syntax, with the names that the whole file makes unavailable. */
function syntaxProblemsOf({ syntaxProblems, brokenNames }: ParsedFile, { takenBy }: ResolvedModel): readonly Problem[] {
  const names = [...new Set(brokenNames.flatMap((name) => [name, ...(takenBy.get(name) ?? [])]))];
  return syntaxProblems.map((one) => withTaken(one, names));
}

/** Inputs of a model without variables and context. */
const noInputs: TemplateInputs = { variables: new Map(), context: {} };

/** A finding stays the same object only while the text at its place is unchanged. */
type Located = WeakMap<Finding, Problem>;

/**
 * Bound on names compared for hints in one build, about a second's work. With more problems than that, further hints
 * would not help.
 */
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
 * Problems for pieces without one of their own: those of their file, which cannot be read completely. Pieces of one
 * file share one list.
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

/** A problem of a template that several files import is reported once. */
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
