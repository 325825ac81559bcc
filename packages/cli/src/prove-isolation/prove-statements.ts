import type { WireQuery } from '@orrery/contract';
import { mayName, whatIsLeft } from '@orrery/deployments';
import { type Runtime, runtimeFor } from '@orrery/runtime';
import type { MemberId } from '@orrery/semantic';
import type { ServedInside } from '../command/index.ts';
import type { LoadedAnswer, AnswerRows } from './answer-rows.ts';
import { type StatementAnswer, statementOf } from './ask-statement.ts';
import { compareAnswer } from './compare-answer.ts';
import type { ProofFindings } from './findings.ts';
import type { Identity } from './identities.ts';
import { bare, wireMembers, namesOf } from './query-parts.ts';
import { mostRows, type SqlOnlyQuestion } from './statement-questions.ts';
import { comparableCell, type StatementFrame } from './statement-shapes.ts';

type IdentityContext = Identity['context'];

/** The queries that are compared with the statements. */
interface ComparedQueries {
  load(context: IdentityContext, query: WireQuery): Promise<LoadedAnswer>;
  /** A member in a text that the caller may not name and did not name, in words. */
  namedBeyond(context: IdentityContext, query: WireQuery, text: string): Promise<string | undefined>;
}

/** A way to ask statements. */
export interface StatementRoad {
  readonly name: string;
  /** Whether EXPLAIN leaves the SQL of data sources out, which has names of hidden members. */
  readonly hidesSql: boolean;
  ask(context: IdentityContext, text: string, timezone?: string): Promise<StatementAnswer>;
}

/** Rows that a query brings that has no limit of its own. */
const defaultRows = 10_000;

/** Asks statements of SQL, whose rows have to be those of SQL over what `load` has for the same caller. */
export class StatementProof {
  readonly #road: StatementRoad;
  readonly #runtime: Runtime;
  readonly #clock: { now(): number };
  readonly #findings: ProofFindings;
  readonly #beside: ComparedQueries;

  constructor(
    road: StatementRoad,
    {
      served: { runtime },
      clock,
      findings,
      beside,
    }: {
      readonly served: Pick<ServedInside, 'runtime'>;
      readonly clock: { now(): number };
      readonly findings: ProofFindings;
      readonly beside: ComparedQueries;
    },
  ) {
    this.#road = road;
    this.#runtime = runtime;
    this.#clock = clock;
    this.#findings = findings;
    this.#beside = beside;
  }

  /** Asks a query as the statement that it is printed as, inside of other SQL. */
  async ofQuery({ context }: Identity, query: WireQuery, shape?: StatementFrame): Promise<void> {
    const caller = await runtimeFor(this.#runtime, context);
    const left = whatIsLeft(caller.model.index, caller.access, wireMembers(query));
    // Which of equal rows a limit keeps is decided by the engine.
    const { limit: _, total: __, ...asked } = left.masked.length > 0 ? bare(query) : query;
    const text = await statementOf(caller, asked, this.#clock.now());
    const path = this.#road.name;
    if (text === undefined || !shape) return this.#findings.leaveOut(path, 'a query without a form in SQL');
    const expected = (rows: AnswerRows = []) => rows;
    const question = { text: shape.around(text), members: wireMembers(asked), over: [asked], expected };
    return this.#compare(context, path, question);
  }

  /** Asks a statement that no query says. */
  byItself({ context }: Identity, question: SqlOnlyQuestion): Promise<void> {
    return this.#compare(context, `${this.#road.name}, by itself`, question);
  }

  /** Asks for everything in each cube and view: it has columns for what the caller may name, and the rows of these. */
  async everything({ context }: Identity): Promise<void> {
    const star = `${this.#road.name}, everything`;
    const { model, access } = await runtimeFor(this.#runtime, context);
    for (const { name, isPublic, dimensions, measures } of model.index.pieces.values()) {
      if (!isPublic) continue;
      const own = [...dimensions, ...measures].map(({ id }) => id);
      const shown = dimensions.flatMap(({ id, isPublic: isOpen }) =>
        isOpen && mayName(model.index, access, id) ? [id] : [],
      );
      const text = `SELECT * FROM "${name.replaceAll('"', '""')}"`;
      const place = { context, query: { statement: text } };
      const answer = await this.#road.ask(context, text);
      const columns = 'error' in answer ? [] : answer.names;
      const at = (id: MemberId) => columns.indexOf(id.slice(name.length + 1));
      const beyond = own.find((id) => at(id) !== -1 && !mayName(model.index, access, id));
      const absent = 'error' in answer ? undefined : shown.find((id) => at(id) === -1);
      if (beyond ?? absent) {
        const what = beyond ? `${beyond} has a column` : `${absent} has no column`;
        this.#findings.note(star, 'different', what, place);
        continue;
      }
      if (shown.length === 0) {
        this.#findings.note(star, 'error' in answer ? 'refused' : 'as granted', undefined, place);
        continue;
      }
      const over = { dimensions: [...shown], ungrouped: true, limit: mostRows };
      const expected = (rows: AnswerRows = []) => rows;
      const project = (rows: AnswerRows) => ({ names: shown, rows: rows.map((row) => shown.map((id) => row[at(id)])) });
      const projected = 'error' in answer ? answer : project(answer.rows);
      await this.#compareRows(context, star, { text, members: shown, over: [over], expected }, projected);
    }
  }

  async #compare(context: IdentityContext, path: string, question: SqlOnlyQuestion): Promise<void> {
    const findings = this.#findings;
    const { text, members, over } = question;
    const { model, access } = await runtimeFor(this.#runtime, context);
    const denied = members.filter((id) => !mayName(model.index, access, id));
    const place = { context, query: { statement: text } };
    const [{ timezone = 'UTC' } = {}] = over;
    const answer = await this.#road.ask(context, text, timezone);
    if (denied.length > 0) {
      const named = { dimensions: [...members] };
      const beyond = 'error' in answer ? await this.#beside.namedBeyond(context, named, answer.error) : undefined;
      const what = 'error' in answer ? beyond : `${denied.join(', ')} is answered`;
      return findings.note(path, what === undefined ? 'refused' : 'different', what, place);
    }
    if (this.#road.hidesSql) await this.#explained(context, path, question);
    return this.#compareRows(context, path, question, answer);
  }

  async #explained(context: IdentityContext, path: string, { text, members }: SqlOnlyQuestion): Promise<void> {
    const explain = `EXPLAIN ${text}`;
    const answer = await this.#road.ask(context, explain);
    const told = 'error' in answer ? answer.error : answer.rows.flat().join('\n');
    const what = await this.#beside.namedBeyond(context, { dimensions: [...members] }, told);
    const outcome = what === undefined ? 'names nothing else' : 'different';
    this.#findings.note(`${path}, EXPLAIN`, outcome, what, { context, query: { statement: explain } });
  }

  async #compareRows(
    context: IdentityContext,
    path: string,
    { text, over, expected: computed }: SqlOnlyQuestion,
    answer: StatementAnswer,
  ): Promise<void> {
    const findings = this.#findings;
    const place = { context, query: { statement: text } };
    const loaded: AnswerRows[] = [];
    for (const query of over) {
      const one = await this.#beside.load(context, query);
      if ('words' in one && 'error' in answer) return findings.note(path, 'refused alike', undefined, place);
      if ('words' in one) return findings.note(path, 'different', 'load refuses what a statement answers', place);
      loaded.push(one.rows(namesOf(query)));
    }
    if ('error' in answer)
      return findings.leaveOut(path, `a statement that is refused: ${answer.error.split(/\n| at Line: /)[0]}`);
    if (over.some(({ limit = defaultRows }, at) => (loaded[at] ?? []).length >= limit))
      return findings.leaveOut(path, 'more rows than one query may read');
    const columns = over.flatMap(namesOf);
    const expected = computed(...loaded).map((row) => row.map(comparableCell));
    const given = answer.rows.map((row) => row.map(comparableCell));
    const verdict = compareAnswer({ rows: expected, isComplete: true, most: Infinity }, given);
    findings.compared += 1;
    if (verdict.kind !== 'different') return findings.note(path, 'as load', undefined, place);
    const { missing, surplus } = verdict;
    const what = 'the rows differ from those of load';
    return findings.note(path, 'different', what, { ...place, columns, missing, surplus });
  }
}
