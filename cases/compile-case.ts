import type { PolicyCaller, SecurityContext } from '@orrery/kernel';
import {
  type Access,
  accessFor,
  bindQuery,
  type BoundQuery,
  type CompiledQuery,
  compileModel,
  type CompileOptions,
  compileQuery,
  type Dialect,
  dialectFor,
  indexModel,
  type Instant,
  type MemberId,
  type ModelBuild,
  type ModelIndex,
  type Outcome,
  parseZone,
  type Problem,
  type Query,
  type RequestContext,
  type StoredForm,
  type StoredTimes,
} from '@orrery/semantic';
import type { CaseModel } from './case-model.ts';
import type { CaseCaller, PlannerCase } from './planner-case.ts';
import { readQuery } from './read-query.ts';

export interface BoundCase {
  readonly model: ModelIndex;
  readonly query: BoundQuery;
  readonly context: RequestContext;
  /** Binds another query, as the same caller at the same time. */
  rebind(query: Query): Outcome<BoundQuery>;
  readonly access: Access;
}

interface CompiledModel {
  readonly build: ModelBuild;
  readonly index: ModelIndex;
}

/** Texts of a model that an engine wants written otherwise. */
export type Rewrites = ReadonlyMap<string, string>;

/** A dialect whose statements the cases run, and the texts of models that its engine needs in another form. */
export interface CaseDialect {
  readonly dialect: Dialect;
  readonly rewrites: Rewrites;
}

/** Instead of a context: the model does not read it while it is compiled. */
const forAll = '';
/** One object, as models are compiled once for each. */
export const asWritten: Rewrites = new Map();
const compiled = new Map<Rewrites, WeakMap<CaseModel, Map<string, CompiledModel>>>();

/**
 * Binds the query of a case. Problems of its model come first: a query of a broken model is not looked at.
 *
 * @param rewrites texts in the model that are written otherwise
 */
export function bindCase(
  { model, query, caller }: Pick<PlannerCase, 'model' | 'query' | 'caller'>,
  rewrites: Rewrites = asWritten,
): Outcome<BoundCase> {
  const securityContext = caller?.securityContext ?? query.securityContext ?? {};
  const { build, index } = compileCaseModel(model, rewrites, securityContext);
  if (build.problems.length > 0) return { ok: false, problems: build.problems };
  const utc = parseZone('UTC');
  if (!utc) throw new Error('no UTC');
  const access = accessFor(index, callerOf(caller, securityContext));
  const rebind = (one: Query) =>
    bindQuery(one, index, {
      // Any time will do where a query does not say one: then nothing in it is relative.
      now: Date.parse(query.now ?? '2024-05-15T10:20:30Z') as Instant,
      access,
      defaultZone: utc,
      defaultLimit: 10_000,
      maxLimit: 50_000,
    });
  const bound = rebind(readQuery(query));
  if (!bound.ok) return bound;
  const context: RequestContext = { kind: 'caller', securityContext };
  return { ...bound, value: { model: index, query: bound.value, context, rebind, access } };
}

/** The statement of a case whose query is not refused. */
export function compileCase(
  one: PlannerCase,
  { dialect, rewrites }: CaseDialect,
  options: CompileOptions = {},
): CompiledQuery {
  const { query, model, context } = accept(bindCase(one, rewrites));
  return accept(compileQuery(query, model, dialect, { ...options, context }));
}

function callerOf(caller: CaseCaller | undefined, securityContext: SecurityContext): PolicyCaller {
  const { groups = [], roles = [], userAttributes } = caller ?? {};
  return { securityContext, groups, roles, userAttributes };
}

function compileCaseModel(model: CaseModel, rewrites: Rewrites, context: SecurityContext): CompiledModel {
  const ofRewrites = compiled.get(rewrites) ?? new WeakMap<CaseModel, Map<string, CompiledModel>>();
  compiled.set(rewrites, ofRewrites);
  const ofModel = ofRewrites.get(model) ?? new Map<string, CompiledModel>();
  ofRewrites.set(model, ofModel);
  const before = ofModel.get(forAll) ?? ofModel.get(JSON.stringify(context));
  if (before) return before;
  let { text } = model;
  for (const [written, instead] of rewrites) text = text.replaceAll(written, instead);
  const { build, contextReads } = compileModel([{ path: 'model.yml', text }], undefined, {
    variables: new Map(),
    context,
  });
  const fresh = { build, index: { ...indexModel(build.pieces, build.unavailable), ...knownTimes(model) } };
  ofModel.set(contextReads.length === 0 ? forAll : JSON.stringify(context), fresh);
  return fresh;
}

function knownTimes({ stored }: CaseModel): { readonly stored?: StoredTimes } {
  if (stored === undefined) return {};
  const { days = [], texts = [], shownAs = {} } = stored;
  const forms = Object.entries(shownAs) as [MemberId, StoredForm][]; // the keys of a JSON object are texts
  return {
    stored: { days: new Set(days), texts: new Set(texts), shownAs: new Map(forms), unknown: new Set() },
  };
}

export function requireDialect(name: string): Dialect {
  const dialect = dialectFor(name);
  if (!dialect) throw new Error(`no dialect '${name}'`);
  return dialect;
}

export function wordsOf(problems: readonly Problem[]): string {
  return problems.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('\n');
}

/** The value of an outcome that has to be good. */
export function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(wordsOf(outcome.problems));
  return outcome.value;
}
