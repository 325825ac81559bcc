import type { Problem } from '../problem/problem.ts';
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
  readonly located: Located;
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

  const located: Located = previous?.located ?? new WeakMap();
  locateAll([...findings, ...notices], parsed, located);
  const problemsOf = (some: readonly Finding[]): readonly Problem[] => some.flatMap((one) => located.get(one) ?? []);
  const build: ModelBuild = {
    pieces,
    unavailable: [...unavailable].map(([name, reasons]) => {
      const own = [...problemsOf(reasons.findings), ...reasons.reasons];
      return { name, problems: own.length > 0 ? own : problemsOfFile(name, parsed, problemsOf) };
    }),
    problems: inOrder([...parsed.flatMap((file) => file.syntaxProblems), ...problemsOf(findings)]),
    notices: inOrder(problemsOf(notices)),
  };
  return { build, cache: { files: new Map(parsed.map((file) => [file.path, file])), resolution, located } };
}

/** A finding stays the same object only as long as the text it points into stays the same. */
type Located = WeakMap<Finding, Problem>;

function locateAll(findings: readonly Finding[], files: readonly ParsedFile[], located: Located): void {
  const byFile = Map.groupBy(
    findings.filter((one) => !located.has(one)),
    ({ place }) => place.file,
  );
  for (const { path, text } of files) {
    for (const [one, problem] of locateFindings(path, text, byFile.get(path) ?? [])) located.set(one, problem);
  }
}

/** A piece that has no problem of its own to show lies in a file that cannot be read, or only in part. */
function problemsOfFile(
  name: string,
  files: readonly ParsedFile[],
  problemsOf: (findings: readonly Finding[]) => readonly Problem[],
): readonly Problem[] {
  return files
    .filter(
      ({ brokenNames, definitions }) =>
        brokenNames.includes(name) || definitions.some((one) => one.name === name && one.isDamaged),
    )
    .flatMap((file) => [...file.syntaxProblems, ...problemsOf(file.findings)]);
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
