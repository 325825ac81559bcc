import type { ResponseFormat, WireQuery } from '@orrery/contract';
import type { MemberId, ModelIndex } from '@orrery/semantic';
import { type Runtime, runtimeFor } from '@orrery/runtime';
import type { ServedInside } from '../command/index.ts';
import { generateIdentity, type Identity } from './identities.ts';
import { type Data, type Loaded, rowsIn } from './answer-rows.ts';
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
import { bare, columnsOf, isEmpty, membersOf, namesOf, without } from './query-parts.ts';
import { rowsOfLines, statementOf } from './ask-statement.ts';
import { comparableCell, statementShapes } from './statement-shapes.ts';
import { generateQuery } from './random-queries.ts';
import { Random } from './random.ts';
import type { ProofFailure, ProofReport } from './report.ts';
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
/** Bound on reported failures: equal failures of one fault would fill the report. */
const mostFailures = 20;

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
  if (isGuarded) for (const identity of identities) await proof.metadata(identity);
  for (let asked = 0; isGuarded && asked < questions && !proof.isFull; ) {
    const query = await generateQuery(random, open.model.index, (id) =>
      proof.valuesOf(open.model.index, id as MemberId),
    );
    // Sends each query as several identities in turn: what is cached for one must not reach another.
    for (const identity of random.some(identities, 5)) {
      if (asked >= questions) break;
      asked += 1;
      await proof.question(identity, query, random.pick(formats) ?? 'default');
      await proof.statement(identity, query, statementShapes[asked % statementShapes.length]);
    }
  }
  const { counts, incomparable, failures, compared } = proof;
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
  readonly counts = new Map<string, Map<string, number>>();
  readonly incomparable = new Map<string, number>();
  readonly failures: ProofFailure[] = [];
  /** Number of answers compared with rows. */
  compared = 0;
  readonly #served: ServedInside;
  readonly #runtime: Runtime;
  readonly #clock: { now(): number };
  readonly #values = new Map<string, Promise<readonly string[]>>();

  constructor(served: ServedInside, clock: { now(): number }) {
    this.#served = served;
    this.#runtime = served.runtime;
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.failures.length >= mostFailures;
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
    const read = await this.#unrestricted({}, query, { model, rows: [], most: mostValues });
    return 'words' in read ? [] : read.rows.flatMap(([value]) => (typeof value === 'string' ? [value] : []));
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
    this.#note('meta', what === undefined ? 'as granted' : 'different', what, { context, query: {} });
  }

  async question({ context }: Identity, asked: WireQuery, format: ResponseFormat): Promise<void> {
    const { model, access } = await runtimeFor(this.#runtime, context);
    const left = whatIsLeft(model.index, access, membersOf(asked));
    const query = left.masked.length > 0 ? bare(asked) : asked;
    const path = `load (${format})`;
    const answer = await this.#load(context, { ...query, responseFormat: format });
    if (left.denied.length > 0) {
      await this.#refusals(context, query, path, left.denied, answer);
      return;
    }
    await this.#tellings(context, query);
    if (left.incomparable !== undefined) {
      this.#leaveOut(path, left.incomparable);
      return;
    }
    await this.#compare(context, query, path, left, answer);
  }

  /**
   * Asks a query as a statement of SQL too: it has the rows that `load` has for this caller, and what is hidden is refused
   * like what does not exist.
   */
  async statement({ context }: Identity, query: WireQuery, shape = statementShapes[0]): Promise<void> {
    const caller = await runtimeFor(this.#runtime, context);
    const left = whatIsLeft(caller.model.index, caller.access, membersOf(query));
    // Which of equal rows a limit keeps is decided by the engine.
    const { limit: _, total: __, ...asked } = left.masked.length > 0 ? bare(query) : query;
    const text = await statementOf(caller, asked, this.#clock.now());
    const path = 'cubesql';
    if (text === undefined || !shape) return this.#leaveOut(path, 'a query without a form in SQL');
    const place = { context, query: { statement: shape.around(text) } };
    const answer = rowsOfLines((await this.#served.ask(context, path, { query: place.query.statement })).text);
    if (left.denied.length > 0) {
      const beyond = 'error' in answer ? await this.#namedBeyond(context, query, answer.error) : undefined;
      const what = 'error' in answer ? beyond : `${left.denied.join(', ')} is answered`;
      return this.#note(path, what === undefined ? 'refused' : 'different', what, place);
    }
    const loaded = await this.#load(context, asked);
    if ('error' in answer || 'words' in loaded) {
      if ('error' in answer && 'words' in loaded) return this.#note(path, 'refused alike', undefined, place);
      if ('error' in answer) return this.#leaveOut(path, `a statement that is refused: ${answer.error.split('\n')[0]}`);
      return this.#note(path, 'different', `load refuses what a statement answers`, place);
    }
    const columns = namesOf(asked);
    const expected = loaded.rows(columns).map((row) => row.map(comparableCell));
    const given = answer.rows.map((row) => row.map(comparableCell));
    const verdict = compareAnswer({ rows: expected, isComplete: true, most: Infinity }, given);
    this.compared += 1;
    if (verdict.kind !== 'different') return this.#note(path, 'as load', undefined, place);
    const { missing, surplus } = verdict;
    return this.#note(path, 'different', 'the rows differ from those of load', { ...place, columns, missing, surplus });
  }

  async #compare(
    context: Identity['context'],
    query: WireQuery,
    path: string,
    left: Left,
    answer: Loaded,
  ): Promise<void> {
    const filtersMask = membersOf({ filters: query.filters ?? [], segments: query.segments ?? [] }).some((id) =>
      left.masked.some(({ member }) => member === id),
    );
    const caller = await runtimeFor(this.#runtime, context);
    const masks = maskedColumns(caller.model.index, left.masked, caller.query.masks);
    const reason = filtersMask ? 'a filter on a mask' : masks.incomparable;
    if (reason !== undefined) {
      this.#leaveOut(path, reason);
      return;
    }
    const dropped = [...masks.constant.map(({ member }) => member), ...masks.leftOut];
    const unmasked = without(query, dropped);
    const hasRows = !isEmpty(unmasked);
    const asked = asksInstead(unmasked, masks.instead);
    const unread: ExpectedRows = { rows: [], isComplete: true, most: 0 };
    const expected = hasRows
      ? await this.#unrestricted(context, asked, { model: masks.model, rows: left.rows, most: mostRows })
      : unread;
    const place = { context, query };
    if ('words' in expected && expected.isTooLarge) {
      this.#leaveOut(path, 'more rows than one query may read');
      return;
    }
    if ('words' in expected || 'words' in answer) {
      const isAlike = 'words' in expected && 'words' in answer;
      const words = 'words' in answer ? answer.words : 'words' in expected ? expected.words : '';
      const what = isAlike ? undefined : `one is refused, the other is not: ${words}`;
      this.#note(path, isAlike ? 'refused alike' : 'different', what, place);
      return;
    }
    const faults = masks.constant.flatMap((mask) =>
      columnsOf(query, mask.member).flatMap((name) => maskFault(mask, answer.cells(name)) ?? []),
    );
    if (faults.length > 0) {
      this.#note(path, 'different', faults.join('; '), place);
      return;
    }
    for (const _ of masks.leftOut) this.#countReason(`${incomparableMask}, the column alone`);
    const verdict = hasRows ? compareAnswer(expected, answer.rows(namesOf(unmasked))) : ({ kind: 'same' } as const);
    if (verdict.kind === 'incomparable') {
      this.#leaveOut(path, verdict.reason);
      return;
    }
    this.compared += 1;
    if (verdict.kind === 'same') this.#note(path, 'as by filters', undefined, place);
    else {
      const { missing, surplus } = verdict;
      const columns = namesOf(unmasked);
      this.#note(path, 'different', 'the rows differ', { ...place, columns, missing, surplus });
    }
  }

  /** Checks that hidden members are refused like missing ones, on every path. */
  async #refusals(
    context: Identity['context'],
    query: WireQuery,
    path: string,
    denied: readonly MemberId[],
    loaded: Loaded,
  ) {
    const place = { context, query };
    const isRefused = 'words' in loaded && loaded.status === 400;
    this.#note(
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
      this.#note(route, what === undefined ? 'refused' : 'different', what, place);
    }
  }

  /** Checks that descriptions of an answer name nothing hidden from the caller. */
  async #tellings(context: Identity['context'], query: WireQuery): Promise<void> {
    for (const route of ['sql', 'dry-run', 'explain']) {
      const { status, text } = await this.#served.ask(context, route, { query });
      const reported =
        route === 'explain' && status === 200 ? withoutSql(text) : route === 'sql' && status === 200 ? '' : text;
      const what = await this.#namedBeyond(context, query, reported);
      this.#note(route, what === undefined ? 'names nothing else' : 'different', what, { context, query });
    }
  }

  async #namedBeyond(context: Identity['context'], query: WireQuery, text: string): Promise<string | undefined> {
    const { model, access } = await runtimeFor(this.#runtime, context);
    const own = new Set<string>(membersOf(query));
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

  async #load(context: Identity['context'], query: WireQuery): Promise<Loaded> {
    const { status, text } = await this.#served.ask(context, 'load', { query });
    return status === 200 ? rowsIn((JSON.parse(text) as { readonly data: Data }).data) : { status, words: text };
  }

  #isPublic(model: ModelIndex, id: MemberId): boolean {
    const piece = model.pieces.get(id.slice(0, id.indexOf('.')));
    return piece?.isPublic === true && model.members.get(id)?.isPublic === true;
  }

  #note(path: string, outcome: string, what: string | undefined, more: Omit<ProofFailure, 'path' | 'what'>): void {
    this.#count(path, outcome);
    if (what !== undefined) this.failures.push({ path, what, ...more });
  }

  #leaveOut(path: string, reason: string): void {
    this.#count(path, 'not comparable');
    this.#countReason(reason);
  }

  #countReason(reason: string): void {
    this.incomparable.set(reason, (this.incomparable.get(reason) ?? 0) + 1);
  }

  #count(path: string, outcome: string): void {
    const own = this.counts.get(path) ?? new Map<string, number>();
    this.counts.set(path, own.set(outcome, (own.get(outcome) ?? 0) + 1));
  }
}

function withoutSql(text: string): string {
  const { sql: _, ...reported } = JSON.parse(text) as Record<string, unknown>; // an object, as every explanation
  return JSON.stringify(reported);
}
