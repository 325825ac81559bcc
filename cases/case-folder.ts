import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { CaseQuery } from './read-query.ts';

export const root = import.meta.dirname;

/** A folder with a `query.json`. */
export interface CaseFolder {
  /** From the cases folder, with `/`. */
  readonly name: string;
  readonly folder: string;
  /** The nearest `model.yml`, in the folder itself or above. */
  readonly modelFile: string;
  /** The nearest `additions.yml` between the case and its `model.yml`. */
  readonly additionsFile?: string;
  /** Of the model: what data sources say of its times. */
  readonly storedFile?: string;
  readonly query: CaseQuery;
  /** Whoever asks, where policies want to know. */
  readonly caller?: CaseCaller;
  /** SQL that gives the right rows, or how the query is refused. */
  readonly truth?: string;
  /** Instead of `truth` on a live database, by the name of its dialect: where an author's SQL means something else there. */
  readonly ownTruths: ReadonlyMap<string, string>;
  readonly problem?: ExpectedProblem;
  /** SQL that gives the number of rows without limit and offset; there when the query asks for `total`. */
  readonly total?: string;
}

/** As policies know callers. */
export interface CaseCaller {
  readonly groups?: readonly string[];
  readonly roles?: readonly string[];
  readonly userAttributes?: Readonly<Record<string, unknown>>;
  readonly securityContext?: Readonly<Record<string, unknown>>;
}

interface ExpectedProblem {
  readonly code: string;
  /** Parts of what the problems say. */
  readonly message: string | readonly string[];
}

export function readCases(): readonly CaseFolder[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'query.json')
    .map((entry) => readCase(entry.parentPath))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readCase(folder: string): CaseFolder {
  const read = (name: string): string | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  const [truth, problem, total] = [read('truth.sql'), read('problem.json'), read('total.sql')];
  const caller = read('caller.json');
  return {
    name: relative(root, folder).replaceAll('\\', '/'),
    folder,
    ...modelFilesOf(folder),
    query: JSON.parse(read('query.json') ?? ''),
    ...(caller === undefined ? {} : { caller: JSON.parse(caller) }),
    ...(truth === undefined ? {} : { truth }),
    ownTruths: new Map(
      readdirSync(folder).flatMap((name) => {
        const dialect = /^truth\.(\w+)\.sql$/.exec(name)?.[1];
        return dialect === undefined ? [] : [[dialect, read(name) ?? ''] as const];
      }),
    ),
    ...(problem === undefined ? {} : { problem: JSON.parse(problem) }),
    ...(total === undefined ? {} : { total }),
  };
}

function modelFilesOf(
  folder: string,
  additionsFile?: string,
): Pick<CaseFolder, 'modelFile' | 'additionsFile' | 'storedFile'> {
  const [model, additions] = [join(folder, 'model.yml'), join(folder, 'additions.yml')];
  const nearest = additionsFile ?? (existsSync(additions) ? additions : undefined);
  if (!existsSync(model) && folder !== root) return modelFilesOf(dirname(folder), nearest);
  const stored = join(folder, 'stored.json');
  return {
    modelFile: model,
    ...(nearest === undefined ? {} : { additionsFile: nearest }),
    ...(existsSync(stored) ? { storedFile: stored } : {}),
  };
}
