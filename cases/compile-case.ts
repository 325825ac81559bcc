import { readFileSync } from 'node:fs';
import {
  type BoundQuery,
  bindQuery,
  compileModel,
  type Dialect,
  dialectFor,
  type Instant,
  type MemberId,
  indexModel,
  type ModelBuild,
  type ModelIndex,
  type Outcome,
  parseZone,
  type PolicyCaller,
  type Problem,
  type RequestContext,
  type SecurityContext,
  type StoredTimes,
  accessFor,
} from '@orrery/semantic';
import type { CaseCaller, CaseFolder } from './case-folder.ts';
import { modelText } from './model-text.ts';
import { readQuery } from './read-query.ts';

export interface BoundCase {
  readonly model: ModelIndex;
  readonly query: BoundQuery;
  readonly context: RequestContext;
}

interface CompiledModel {
  readonly build: ModelBuild;
  readonly index: ModelIndex;
}

/** Texts of a model that an engine wants written otherwise. */
export type Rewrites = ReadonlyMap<string, string>;

const asWritten: Rewrites = new Map();
const models = new Map<Rewrites, Map<string, CompiledModel>>();

type ModelFiles = Pick<CaseFolder, 'modelFile' | 'additionsFile' | 'storedFile'>;
type BindableCase = ModelFiles & Pick<CaseFolder, 'query' | 'caller'>;

/**
 * Binds the query of a case. Problems of its model come first: a query of a broken model is not looked at.
 *
 * @param rewrites texts in the model that are written otherwise
 */
export function bindCase(
  { modelFile, additionsFile, storedFile, query, caller }: BindableCase,
  rewrites: Rewrites = asWritten,
): Outcome<BoundCase> {
  const securityContext = caller?.securityContext ?? query.securityContext ?? {};
  const files = { modelFile, ...(additionsFile ? { additionsFile } : {}), ...(storedFile ? { storedFile } : {}) };
  const { build, index } = modelOf(files, rewrites, securityContext);
  if (build.problems.length > 0) return { ok: false, problems: build.problems };
  const utc = parseZone('UTC');
  if (!utc) throw new Error('no UTC');
  const bound = bindQuery(readQuery(query), index, {
    // Any time will do where a query does not say one: then nothing in it is relative.
    now: Date.parse(query.now ?? '2024-05-15T10:20:30Z') as Instant,
    access: accessFor(index, callerOf(caller, securityContext)),
    defaultZone: utc,
    defaultLimit: 10_000,
    maxLimit: 50_000,
  });
  if (!bound.ok) return bound;
  const context: RequestContext = { kind: 'caller', securityContext };
  return { ...bound, value: { model: index, query: bound.value, context } };
}

function callerOf(caller: CaseCaller | undefined, securityContext: SecurityContext): PolicyCaller {
  const { groups = [], roles = [], userAttributes } = caller ?? {};
  return { securityContext, groups, roles, userAttributes };
}

function modelOf(
  { modelFile, additionsFile, storedFile }: ModelFiles,
  rewrites: Rewrites,
  securityContext: SecurityContext,
): CompiledModel {
  const compiled = models.get(rewrites) ?? new Map<string, CompiledModel>();
  models.set(rewrites, compiled);
  const key = `${additionsFile ?? modelFile} ${JSON.stringify(securityContext)}`;
  const before = compiled.get(key);
  if (before) return before;
  let text = modelText(modelFile, additionsFile);
  for (const [written, instead] of rewrites) text = text.replaceAll(written, instead);
  const inputs = { variables: new Map<string, string>(), context: securityContext };
  const { build } = compileModel([{ path: 'model.yml', text }], undefined, inputs);
  const known = storedFile === undefined ? {} : { stored: readStored(storedFile) };
  const fresh = { build, index: { ...indexModel(build.pieces, build.unavailable), ...known } };
  compiled.set(key, fresh);
  return fresh;
}

type StoredFile = Partial<Readonly<Record<'days' | 'texts', readonly MemberId[]>>>;

function readStored(file: string): StoredTimes {
  const { days = [], texts = [] } = JSON.parse(readFileSync(file, 'utf8')) as StoredFile;
  return { days: new Set(days), texts: new Set(texts), unknown: new Set() };
}

export function requireDialect(name: string): Dialect {
  const dialect = dialectFor(name);
  if (!dialect) throw new Error(`no dialect '${name}'`);
  return dialect;
}

export function wordsOf(problems: readonly Problem[]): string {
  return problems.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('\n');
}
