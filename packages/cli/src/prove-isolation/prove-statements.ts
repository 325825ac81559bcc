import type { WireQuery } from '@orrery/contract';
import { mayName, whatIsLeft } from '@orrery/deployments';
import { runtimeFor } from '@orrery/runtime';
import type { ServedInside } from '../command/index.ts';
import type { Loaded, Rows } from './answer-rows.ts';
import { rowsOfLines, statementOf } from './ask-statement.ts';
import { compareAnswer } from './compare-answer.ts';
import type { Findings } from './findings.ts';
import type { Identity } from './identities.ts';
import { bare, membersOf, namesOf } from './query-parts.ts';
import type { StatementQuestion } from './statement-questions.ts';
import { comparableCell, type StatementShape } from './statement-shapes.ts';

type Context = Identity['context'];

/** How queries are asked beside the statements. */
interface Beside {
  load(context: Context, query: WireQuery): Promise<Loaded>;
  /** A member in a text that the caller may not name and did not name, in words. */
  namedBeyond(context: Context, query: WireQuery, text: string): Promise<string | undefined>;
}

/** Rows that a query brings that has no limit of its own. */
const defaultRows = 10_000;

/** Asks statements of SQL, whose rows have to be those of SQL over what `load` has for the same caller. */
export class StatementProof {
  readonly #served: ServedInside;
  readonly #clock: { now(): number };
  readonly #findings: Findings;
  readonly #beside: Beside;

  constructor(served: ServedInside, clock: { now(): number }, findings: Findings, beside: Beside) {
    this.#served = served;
    this.#clock = clock;
    this.#findings = findings;
    this.#beside = beside;
  }

  /** Asks a query as the statement that it is printed as, inside of other SQL. */
  async ofQuery({ context }: Identity, query: WireQuery, shape?: StatementShape): Promise<void> {
    const caller = await runtimeFor(this.#served.runtime, context);
    const left = whatIsLeft(caller.model.index, caller.access, membersOf(query));
    // Which of equal rows a limit keeps is decided by the engine.
    const { limit: _, total: __, ...asked } = left.masked.length > 0 ? bare(query) : query;
    const text = await statementOf(caller, asked, this.#clock.now());
    const path = 'cubesql';
    if (text === undefined || !shape) return this.#findings.leaveOut(path, 'a query without a form in SQL');
    const expected = (rows: Rows = []) => rows;
    const question = { text: shape.around(text), members: membersOf(asked), over: [asked], expected };
    return this.#compare(context, path, question);
  }

  /** Asks a statement that no query says. */
  byItself({ context }: Identity, question: StatementQuestion): Promise<void> {
    return this.#compare(context, 'cubesql, by itself', question);
  }

  async #compare(context: Context, path: string, question: StatementQuestion): Promise<void> {
    const findings = this.#findings;
    const { text, members, over } = question;
    const { model, access } = await runtimeFor(this.#served.runtime, context);
    const denied = members.filter((id) => !mayName(model.index, access, id));
    const place = { context, query: { statement: text } };
    const [{ timezone = 'UTC' } = {}] = over;
    const answer = rowsOfLines((await this.#served.ask(context, 'cubesql', { query: text, timezone })).text);
    if (denied.length > 0) {
      const named = { dimensions: [...members] };
      const beyond = 'error' in answer ? await this.#beside.namedBeyond(context, named, answer.error) : undefined;
      const what = 'error' in answer ? beyond : `${denied.join(', ')} is answered`;
      return findings.note(path, what === undefined ? 'refused' : 'different', what, place);
    }
    const loaded: Rows[] = [];
    for (const query of over) {
      const one = await this.#beside.load(context, query);
      if ('words' in one && 'error' in answer) return findings.note(path, 'refused alike', undefined, place);
      if ('words' in one) return findings.note(path, 'different', 'load refuses what a statement answers', place);
      loaded.push(one.rows(namesOf(query)));
    }
    if ('error' in answer)
      return findings.leaveOut(path, `a statement that is refused: ${answer.error.split('\n')[0]}`);
    if (over.some(({ limit = defaultRows }, at) => (loaded[at] ?? []).length >= limit))
      return findings.leaveOut(path, 'more rows than one query may read');
    const columns = over.flatMap(namesOf);
    const expected = question.expected(...loaded).map((row) => row.map(comparableCell));
    const given = answer.rows.map((row) => row.map(comparableCell));
    const verdict = compareAnswer({ rows: expected, isComplete: true, most: Infinity }, given);
    findings.compared += 1;
    if (verdict.kind !== 'different') return findings.note(path, 'as load', undefined, place);
    const { missing, surplus } = verdict;
    const what = 'the rows differ from those of load';
    return findings.note(path, 'different', what, { ...place, columns, missing, surplus });
  }
}
