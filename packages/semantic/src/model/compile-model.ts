import { type Problem, problem } from '../problem/problem.ts';
import type { Finding } from '../source/finding.ts';
import { type ModelFile, type ParsedFile, parseFile } from '../source/parse-file.ts';
import { locateFindings } from '../source/positions.ts';
import type { UnavailablePiece } from './model-index.ts';
import type { Piece } from './model.ts';
import { type Resolution, resolve } from './resolve.ts';

export type { ModelFile } from '../source/parse-file.ts';

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
}

/**
 * Model files to resolved pieces. Never throws for what a file says: a file or cube with problems is unavailable with
 * all that depends on it, everything else resolves.
 *
 * @param files in any order; pieces come in order of paths
 * @param previous of an earlier build of the same or another model; files whose text it holds are not parsed again
 */
export function compileModel(
  files: readonly ModelFile[],
  previous?: CompileCache,
): { readonly build: ModelBuild; readonly cache: CompileCache } {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const parsed = sorted.map((file) => {
    const known = previous?.files.get(file.path);
    return known?.text === file.text ? known : parseFile(file);
  });
  const { pieces, findings, notices, unavailable, resolution } = resolve(parsed, previous?.resolution);

  const texts = new Map(parsed.map(({ path, text }) => [path, text]));
  const located = locateAll([...findings, ...notices], texts);
  const problems = [...parsed.flatMap((file) => file.syntaxProblems), ...findings.map((one) => located.get(one)!)];
  const build: ModelBuild = {
    pieces,
    unavailable: [...unavailable].map(([name, reasons]) => ({
      name,
      problems: reasonsOf(name, reasons.findings, reasons.reasons, parsed, located),
    })),
    problems: inOrder(problems),
    notices: inOrder(notices.map((one) => located.get(one)!)),
  };
  return { build, cache: { files: new Map(parsed.map((file) => [file.path, file])), resolution } };
}

function locateAll(findings: readonly Finding[], texts: ReadonlyMap<string, string>): ReadonlyMap<Finding, Problem> {
  const located = new Map<Finding, Problem>();
  const byFile = Map.groupBy(findings, ({ place }) => place.file);
  for (const [file, ofFile] of byFile) {
    const problems = locateFindings(file, texts.get(file) ?? '', ofFile);
    ofFile.forEach((one, index) => located.set(one, problems[index]!));
  }
  return located;
}

/** A piece that has no problem of its own to show lies in a file that cannot be read. */
function reasonsOf(
  name: string,
  findings: readonly Finding[],
  reasons: readonly Problem[],
  files: readonly ParsedFile[],
  located: ReadonlyMap<Finding, Problem>,
): readonly Problem[] {
  const own = [...findings.map((one) => located.get(one)!), ...reasons];
  if (own.length > 0) return own;
  const file = files.find(({ brokenNames }) => brokenNames.includes(name));
  const inFile = file ? [...file.syntaxProblems, ...file.findings.flatMap((one) => located.get(one) ?? [])] : [];
  return inFile.length > 0 ? inFile : [problem('model.depends-on-unavailable', { name, on: name })];
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const key = ({ at }: Problem): readonly [string, number, number] =>
    at?.kind === 'file' ? [at.file, at.line, at.column] : ['', 0, 0];
  return problems.toSorted((a, b) => {
    const [[fileA, lineA, columnA], [fileB, lineB, columnB]] = [key(a), key(b)];
    if (fileA !== fileB) return fileA < fileB ? -1 : 1;
    return lineA - lineB || columnA - columnB;
  });
}
