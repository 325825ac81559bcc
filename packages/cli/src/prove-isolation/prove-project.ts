import type { ResponseFormat, WireQuery } from '@orrery/contract';
import type { MemberId, ModelIndex } from '@orrery/semantic';
import { type Runtime, runtimeFor } from '@orrery/runtime';
import type { ServedInside } from '../command/index.ts';
import { generateIdentity, type Identity } from './identities.ts';
import { type Data, type LoadedAnswer, rowsIn } from './answer-rows.ts';
import { compareAnswer, type ExpectedRows } from './compare-answer.ts';
import {
  asksInstead,
  type Left,
  maskedColumns,
  maskFault,
  mayName,
  incomparableMask,
  whatIsLeft,
} from '@orrery/deployments';
import { UsedPolicies } from './used-policies.ts';
import { policyWords } from './policy-words.ts';
import { bare, columnsOf, isEmpty, wireMembers, namesOf, without } from './query-parts.ts';
import { statementShapes } from './statement-shapes.ts';
import { rowsOfLines } from './ask-statement.ts';
import { ConnectionProof } from './prove-connections.ts';
import { StatementProof, type StatementRoad } from './prove-statements.ts';
import { SqlConnections } from './sql-road.ts';
import { generateStatement } from './statement-questions.ts';
import { generateQuery } from './random-queries.ts';
import { Random } from './random.ts';
import { ProofFindings } from './findings.ts';
import type { ProofReport } from './report.ts';
import { type UnrestrictedQuery, unrestrictedRows } from './unrestricted-rows.ts';

export interface ProofSettings {
  readonly seed: number;
  readonly questions: number;
  /** Callers of the project's access tests. */
  readonly tested: readonly Identity[];
  readonly clock: { now(): number };
}

/** Bound on values read by an unrestricted query. */
const mostValues = 20;
/** Bound on rows of an unrestricted query for comparison. */
const mostRows = 50_000;
const generatedIdentities = 12;

const formats: readonly ResponseFormat[] = ['default', 'compact', 'columnar'];

/**
 * Queries a served project as many identities. Each answer is compared with the same query by an unrestricted caller,
 * with the rules as ordinary filters.
 */
export async function proveProject(
  served: ServedInside,
  { seed, questions, tested, clock }: ProofSettings,
): Promise<Omit<ProofReport, 'project' | 'at' | 'tests'>> {
  const random = new Random(seed);
  const ofStatements = new Random(seed);
  const proof = new Proof(served, clock);
  const open = await runtimeFor(served.runtime, {});
  const words = policyWords(open.model.index);
  const generated: Identity[] = [];
  for (let at = 1; at <= generatedIdentities; at++) {
    const valuesOf = ({ member }: { readonly member?: MemberId }) =>
      member === undefined ? Promise.resolve([]) : proof.valuesOf(open.model.index, member);
    generated.push(await generateIdentity(random, words, `generated ${at}`, valuesOf));
  }
  const identities = [...tested, ...generated];
  const used = new UsedPolicies();
  used.readModel(open.model.index);
  for (const { name, context } of identities) {
    const { model, caller } = await runtimeFor(served.runtime, context);
    used.meet(name, model.index, caller);
  }
  const isGuarded = used.guarded.length > 0;
  for (const identity of isGuarded ? identities : []) {
    await proof.metadata(identity);
    for (const statements of proof.statements) await statements.everything(identity);
    await proof.connections.leaveMarks(identity);
  }
  for (const identity of isGuarded ? identities : []) {
    await proof.connections.catalogs(identity);
    await proof.connections.apart(identity);
    await proof.connections.refusals(identity);
  }
  for (let asked = 0; isGuarded && asked < questions && !proof.findings.isFull; ) {
    const query = await generateQuery(random, open.model.index, (id) =>
      proof.valuesOf(open.model.index, id as MemberId),
    );
    // Sends each query as several identities in turn: what is cached for one must not reach another.
    for (const identity of random.some(identities, 5)) {
      if (asked >= questions) break;
      asked += 1;
      await proof.question(identity, query, random.pick(formats) ?? 'default');
      const own = await generateStatement(ofStatements, open.model.index, (id) => proof.valuesOf(open.model.index, id));
      for (const statements of proof.statements) {
        await statements.ofQuery(identity, query, statementShapes[asked % statementShapes.length]);
        if (own) await statements.byItself(identity, own);
      }
    }
  }
  const { counts, incomparable, failures, compared } = proof.findings;
  return {
    seed,
    questions,
    model: open.model.version,
    callers: identities,
    testedCount: tested.length,
    guarded: used.guarded,
    unguarded: used.unguarded,
    policies: used.policies,
    counts,
    compared,
    incomparable,
    failures,
  };
}

class Proof {
  readonly findings = new ProofFindings();
  /** The same statements by each way to ask them. */
  readonly statements: readonly StatementProof[];
  readonly connections: ConnectionProof;
  readonly #served: ServedInside;
  readonly #runtime: Runtime;
  readonly #clock: { now(): number };
  readonly #values = new Map<string, Promise<readonly string[]>>();

  constructor(served: ServedInside, clock: { now(): number }) {
    this.#served = served;
    this.#runtime = served.runtime;
    this.#clock = clock;
    const connections = new SqlConnections(served);
    this.connections = new ConnectionProof(served, connections, this.findings);
    const { findings } = this;
    const beside = {
      load: (context: Identity['context'], query: WireQuery) => this.#load(context, query),
      namedBeyond: (context: Identity['context'], query: WireQuery, text: string) =>
        this.#namedBeyond(context, query, text),
    };
    const overHttp: StatementRoad = {
      name: 'cubesql',
      hidesSql: false,
      ask: async (context, query, timezone) =>
        rowsOfLines((await served.ask(context, 'cubesql', { query, timezone })).text),
    };
    this.statements = [overHttp, connections.road('simple'), connections.road('extended')].map(
      (road) => new StatementProof(road, { served, clock, findings, beside }),
    );
  }

  /** Reads some values of a dimension as an unrestricted caller. */
  valuesOf(model: ModelIndex, member: MemberId): Promise<readonly string[]> {
    const known = this.#values.get(member) ?? this.#readValues(model, member);
    this.#values.set(member, known);
    return known;
  }

  async #readValues(model: ModelIndex, member: MemberId): Promise<readonly string[]> {
    const expression = model.members.get(member)?.expression;
    const dimension = expression?.kind === 'alias' ? expression.member : member;
    const query: WireQuery = { dimensions: [dimension], order: { [dimension]: 'asc' } };
    const read = await this.#unrestricted({}, query, {
      model,
      left: { rows: [], rowsIfJoined: new Map() },
      most: mostValues,
    });
    return !('rows' in read) ? [] : read.rows.flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  }

  /** Checks that metadata lists the members the caller may name, and no others. */
  async metadata({ context }: Identity): Promise<void> {
    const { model, access } = await runtimeFor(this.#runtime, context);
    const { text } = await this.#served.ask(context, 'meta');
    const wrong = [...model.index.members.values()].filter(({ id }) => {
      const isListed = text.includes(`"name":${JSON.stringify(id)}`);
      const isNameable = this.#isPublic(model.index, id) && mayName(model.index, access, id);
      return isListed !== isNameable;
    });
    const [first] = wrong;
    const what = first && `${first.id} is ${text.includes(`"name":"${first.id}"`) ? '' : 'not '}listed in the metadata`;
    this.findings.note('meta', what === undefined ? 'as granted' : 'different', what, { context, query: {} });
  }

  async question({ context }: Identity, asked: WireQuery, format: ResponseFormat): Promise<void> {
    const { model, access } = await runtimeFor(this.#runtime, context);
    const left = whatIsLeft(model.index, access, wireMembers(asked));
    const query = left.masked.length > 0 ? bare(asked) : asked;
    const path = `load (${format})`;
    const answer = await this.#load(context, { ...query, responseFormat: format });
    if (left.denied.length > 0) {
      await this.#refusals(context, query, path, left.denied, answer);
      return;
    }
    await this.#tellings(context, query);
    if (left.incomparable !== undefined) {
      this.findings.leaveOut(path, left.incomparable);
      return;
    }
    await this.#compare(context, query, path, left, answer);
  }

  async #compare(
    context: Identity['context'],
    query: WireQuery,
    path: string,
    left: Left,
    answer: LoadedAnswer,
  ): Promise<void> {
    const filtersMask = wireMembers({ filters: query.filters ?? [], segments: query.segments ?? [] }).some((id) =>
      left.masked.some(({ member }) => member === id),
    );
    const caller = await runtimeFor(this.#runtime, context);
    const masks = maskedColumns(caller.model.index, left.masked, caller.query.masks);
    const reason = filtersMask ? 'a filter on a mask' : masks.incomparable;
    if (reason !== undefined) {
      this.findings.leaveOut(path, reason);
      return;
    }
    const dropped = [...masks.constant.map(({ member }) => member), ...masks.leftOut];
    const unmasked = without(query, dropped);
    const hasRows = !isEmpty(unmasked);
    const asked = asksInstead(unmasked, masks.instead);
    const unread: ExpectedRows = { rows: [], isComplete: true, most: 0 };
    const expected = hasRows
      ? await this.#unrestricted(context, asked, { model: masks.model, left, most: mostRows })
      : unread;
    const place = { context, query };
    if ('incomparable' in expected) {
      this.findings.leaveOut(path, expected.incomparable);
      return;
    }
    if ('words' in expected && expected.isTooLarge) {
      this.findings.leaveOut(path, 'more rows than one query may read');
      return;
    }
    if ('words' in expected || 'words' in answer) {
      const isAlike = 'words' in expected && 'words' in answer;
      const words = 'words' in answer ? answer.words : 'words' in expected ? expected.words : '';
      const what = isAlike ? undefined : `one is refused, the other is not: ${words}`;
      this.findings.note(path, isAlike ? 'refused alike' : 'different', what, place);
      return;
    }
    const faults = masks.constant.flatMap((mask) =>
      columnsOf(query, mask.member).flatMap((name) => maskFault(mask, answer.cells(name)) ?? []),
    );
    if (faults.length > 0) {
      this.findings.note(path, 'different', faults.join('; '), place);
      return;
    }
    for (const _ of masks.leftOut) this.findings.countReason(`${incomparableMask}, the column alone`);
    const verdict = hasRows ? compareAnswer(expected, answer.rows(namesOf(unmasked))) : ({ kind: 'same' } as const);
    if (verdict.kind === 'incomparable') {
      this.findings.leaveOut(path, verdict.reason);
      return;
    }
    this.findings.compared += 1;
    if (verdict.kind === 'same') this.findings.note(path, 'as by filters', undefined, place);
    else {
      const { missing, surplus } = verdict;
      const columns = namesOf(unmasked);
      this.findings.note(path, 'different', 'the rows differ', { ...place, columns, missing, surplus });
    }
  }

  /** Checks that hidden members are refused like missing ones, on every path. */
  async #refusals(
    context: Identity['context'],
    query: WireQuery,
    path: string,
    denied: readonly MemberId[],
    loaded: LoadedAnswer,
  ) {
    const place = { context, query };
    const isRefused = 'words' in loaded && loaded.status === 400;
    this.findings.note(
      path,
      isRefused ? 'refused' : 'different',
      isRefused ? undefined : `${denied.join(', ')} is answered`,
      place,
    );
    for (const route of ['sql', 'dry-run', 'explain']) {
      const { status, text } = await this.#served.ask(context, route, { query });
      const fault =
        status === 400 ? this.#namedBeyond(context, query, text) : Promise.resolve(`${denied.join(', ')} is answered`);
      const what = await fault;
      this.findings.note(route, what === undefined ? 'refused' : 'different', what, place);
    }
  }

  /** Checks that descriptions of an answer name nothing hidden from the caller. */
  async #tellings(context: Identity['context'], query: WireQuery): Promise<void> {
    for (const route of ['sql', 'dry-run', 'explain']) {
      const { status, text } = await this.#served.ask(context, route, { query });
      const reported =
        route === 'explain' && status === 200 ? withoutSql(text) : route === 'sql' && status === 200 ? '' : text;
      const what = await this.#namedBeyond(context, query, reported);
      this.findings.note(route, what === undefined ? 'names nothing else' : 'different', what, { context, query });
    }
  }

  async #namedBeyond(context: Identity['context'], query: WireQuery, text: string): Promise<string | undefined> {
    const { model, access } = await runtimeFor(this.#runtime, context);
    const own = new Set<string>(wireMembers(query));
    for (const id of model.index.members.keys()) {
      if (own.has(id) || !text.includes(id)) continue;
      const stands = new RegExp(`(?<![\\w.])${id.replaceAll('.', '\\.')}(?!\\w)`).test(text);
      if (stands && !mayName(model.index, access, id)) return `it names ${id}`;
    }
    return undefined;
  }

  async #unrestricted(context: Identity['context'], query: WireQuery, question: UnrestrictedQuery) {
    const caller = await runtimeFor(this.#runtime, context);
    return unrestrictedRows({ caller, context, clock: this.#clock }, query, question);
  }

  async #load(context: Identity['context'], query: WireQuery): Promise<LoadedAnswer> {
    const { status, text } = await this.#served.ask(context, 'load', { query });
    return status === 200 ? rowsIn((JSON.parse(text) as { readonly data: Data }).data) : { status, words: text };
  }

  #isPublic(model: ModelIndex, id: MemberId): boolean {
    const piece = model.pieces.get(id.slice(0, id.indexOf('.')));
    return piece?.isPublic === true && model.members.get(id)?.isPublic === true;
  }
}

function withoutSql(text: string): string {
  const { sql: _, ...reported } = JSON.parse(text) as Record<string, unknown>; // an object, as every explanation
  return JSON.stringify(reported);
}
