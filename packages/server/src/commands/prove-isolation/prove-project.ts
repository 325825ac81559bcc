import type { ResponseFormat, WireQuery } from '@orrery/contract';
import { bindModelFilter, type MemberId, type ModelIndex, type RequestContext } from '@orrery/semantic';
import type { CallerRuntime, Runtime } from '../../catalog/runtime.ts';
import { runtimeFor } from '../../catalog/runtime-for.ts';
import { executeQuestion } from '../../data/answer/execute-question.ts';
import { toQuestion } from '../../data/answer/question.ts';
import { DataSourceFailure } from '../../data/data-source-failure.ts';
import { InvalidQuery } from '../../data/invalid-query.ts';
import { prepareQuery } from '../../data/prepare-query.ts';
import type { ServedInside } from '../command.ts';
import { generateIdentity, type Identity } from './identities.ts';
import { type Data, type Loaded, type Rows, rowsIn } from './answer-rows.ts';
import { policyWords } from './policy-words.ts';
import { bare, isEmpty, membersOf, namesOf, without } from './question-parts.ts';
import { generateQuestion } from './questions.ts';
import { Random } from './random.ts';
import type { ProofFailure, ProofReport } from './report.ts';
import { type Left, mayName, unrestricted, whatIsLeft } from './what-is-left.ts';

export interface ProofSettings {
  readonly seed: number;
  readonly questions: number;
  /** Of the project's access tests. */
  readonly tested: readonly Identity[];
  readonly clock: { now(): number };
}

/** Answers of unrestricted questions that only look for values. */
const mostValues = 20;
const generatedIdentities = 12;
/** Equal failures of one fault would fill the report. */
const mostFailures = 20;

const formats: readonly ResponseFormat[] = ['default', 'compact', 'columnar'];

/**
 * Asks a served project as many identities, and holds every answer against the same question of somebody who sees
 * everything, with the rules as ordinary filters.
 */
export async function proveProject(
  served: ServedInside,
  { seed, questions, tested, clock }: ProofSettings,
): Promise<Omit<ProofReport, 'project' | 'at'>> {
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
  for (const identity of identities) await proof.metadata(identity);
  for (let asked = 0; asked < questions && !proof.isFull; ) {
    const query = await generateQuestion(random, open.model.index, (id) =>
      proof.valuesOf(open.model.index, id as MemberId),
    );
    // Each question by several, one after the other: what is kept for one must not reach another.
    for (const identity of random.some(identities, 5)) {
      if (asked >= questions) break;
      asked += 1;
      await proof.question(identity, query, random.pick(formats) ?? 'default');
    }
  }
  const { counts, incomparable, failures, compared } = proof;
  const guarded = [...open.model.index.pieces.values()].flatMap(({ name, policies }) => (policies ? [name] : []));
  const names = tested.map(({ name }) => name);
  return {
    seed,
    questions,
    identities: { tested: names, generated: generated.length },
    guarded,
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
  /** Answers that were held against rows. */
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

  /** Some values of a dimension, as somebody sees it who sees everything. */
  valuesOf(model: ModelIndex, member: MemberId): Promise<readonly string[]> {
    const known = this.#values.get(member) ?? this.#readValues(model, member);
    this.#values.set(member, known);
    return known;
  }

  async #readValues(model: ModelIndex, member: MemberId): Promise<readonly string[]> {
    const expression = model.members.get(member)?.expression;
    const query: WireQuery = {
      dimensions: [expression?.kind === 'alias' ? expression.member : member],
      limit: mostValues,
    };
    const rows = await this.#unrestrictedRows({}, query, undefined);
    return typeof rows === 'string' ? [] : rows.flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  }

  /** Members that may be named are listed, and no others. */
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
      this.#count(path, 'not comparable');
      this.incomparable.set(left.incomparable, (this.incomparable.get(left.incomparable) ?? 0) + 1);
      return;
    }
    await this.#compare(context, query, path, left, answer);
  }

  async #compare(
    context: Identity['context'],
    query: WireQuery,
    path: string,
    left: Left,
    answer: Loaded,
  ): Promise<void> {
    const filtersMask = membersOf({ filters: query.filters ?? [], segments: query.segments ?? [] }).some((id) =>
      left.masked.includes(id),
    );
    if (filtersMask) {
      this.#count(path, 'not comparable');
      this.incomparable.set('a filter on a mask', (this.incomparable.get('a filter on a mask') ?? 0) + 1);
      return;
    }
    const unmasked = without(query, left.masked);
    const expected = isEmpty(unmasked) ? [] : await this.#unrestrictedRows(context, unmasked, left);
    const names = namesOf(unmasked);
    const place = { context, query };
    if (typeof expected === 'string' || 'words' in answer) {
      const isAlike = typeof expected === 'string' && 'words' in answer;
      const what = isAlike
        ? undefined
        : `one is refused, the other is not: ${'words' in answer ? answer.words : expected}`;
      this.#note(path, isAlike ? 'refused alike' : 'different', what, place);
      return;
    }
    const masks = left.masked.map((name) => new Set(answer.cells(name).map((cell) => JSON.stringify(cell))));
    if (masks.some(({ size }) => size > 1)) {
      this.#note(path, 'different', 'a masked column has more than one value', place);
      return;
    }
    const given = answer.rows(names);
    this.compared += 1;
    const isSame = isEmpty(unmasked) || inSomeOrder(expected) === inSomeOrder(given);
    const what = isSame ? undefined : 'the rows differ';
    const shown = isSame ? {} : { expected: shortened(inSomeOrder(expected)), given: shortened(inSomeOrder(given)) };
    this.#note(path, isSame ? 'as by filters' : 'different', what, { ...place, ...shown });
  }

  /** Refused like what there is not, on every path. */
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

  /** What tells of an answer names nothing that is kept from the caller. */
  async #tellings(context: Identity['context'], query: WireQuery): Promise<void> {
    for (const route of ['sql', 'dry-run', 'explain']) {
      const { status, text } = await this.#served.ask(context, route, { query });
      const told =
        route === 'explain' && status === 200 ? withoutSql(text) : route === 'sql' && status === 200 ? '' : text;
      const what = await this.#namedBeyond(context, query, told);
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

  /** The rows, or why there are none. */
  async #unrestrictedRows(
    context: Identity['context'],
    query: WireQuery,
    left: Left | undefined,
  ): Promise<Rows | string> {
    const caller = await runtimeFor(this.#runtime, context);
    const runtime: CallerRuntime = Object.create(caller, { access: { value: unrestricted(caller.model.index) } });
    try {
      const prepared = prepareQuery(query, runtime, this.#clock.now());
      const filters = (left?.rows ?? []).map((filter) => {
        const bound = bindModelFilter(caller.model.index, prepared.bound.ruleZone, filter);
        if (!bound.ok)
          throw new Error(`a rule cannot be bound: ${bound.problems.map(({ message }) => message).join()}`);
        return bound.value;
      });
      const bound = { ...prepared.bound, rowFilters: [...prepared.bound.rowFilters, ...filters.flat()] };
      const shape = { format: 'compact', countsTotal: false } as const;
      const request: RequestContext = { kind: 'caller', securityContext: context };
      const turn = { runtime, tenant: 'command line', signal: new AbortController().signal };
      const { data } = await executeQuestion(toQuestion({ ...prepared, bound }, request, runtime, shape), shape, turn);
      const read = rowsIn(JSON.parse(Buffer.concat(data).toString('utf8')));
      return read.rows(namesOf(query));
    } catch (error) {
      if (error instanceof InvalidQuery || error instanceof DataSourceFailure) return error.message;
      throw error;
    }
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

  #count(path: string, outcome: string): void {
    const own = this.counts.get(path) ?? new Map<string, number>();
    this.counts.set(path, own.set(outcome, (own.get(outcome) ?? 0) + 1));
  }
}

function inSomeOrder(rows: Rows): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());
}

function shortened(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function withoutSql(text: string): string {
  const { sql: _, ...told } = JSON.parse(text) as Record<string, unknown>; // an object, as every explanation
  return JSON.stringify(told);
}
