import { mayName } from '@orrery/deployments';
import { catalogRelations, type Runtime, runtimeFor } from '@orrery/runtime';
import type { CubeName, MemberId, ModelIndex } from '@orrery/semantic';
import type { ServedInside, ConnectionAnswer, SqlProtocol } from '../command/index.ts';
import type { ProofFindings } from './findings.ts';
import type { Identity } from './identities.ts';
import { type MarkedConnection, requireRows, type SqlConnections } from './sql-road.ts';

/** Members and tables that are hidden from a caller, of which refusals are compared. */
const mostHidden = 50;
const prepared = 'orrery_proof_prepared';

/** Statements that list the columns of tables, in the ways that clients ask. */
const columnLists = {
  'information_schema.columns': `
    SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`,
  pg_attribute: `
    SELECT c.relname, a.attname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND a.attnum > 0 AND NOT a.attisdropped`,
};

/** Statements around a column and a table, one for each clause. */
const clauses: readonly ((column: string, table: string) => string)[] = [
  (column, table) => `SELECT ${column} FROM ${table}`,
  (column, table) => `SELECT 1 FROM ${table} WHERE ${column} IS NULL`,
  (column, table) => `SELECT 1 FROM ${table} ORDER BY ${column}`,
  (column, table) => `SELECT 1 FROM ${table} GROUP BY ${column}`,
  (column, table) => `SELECT 1 FROM ${table} HAVING MEASURE(${column}) > 1`,
  (column, table) => `EXPLAIN SELECT ${column} FROM ${table}`,
  (column, table) => `PREPARE ${prepared} AS SELECT ${column} FROM ${table}`,
  (column, table) => `COPY (SELECT ${column} FROM ${table}) TO STDOUT`,
];

const protocols: readonly SqlProtocol[] = ['simple', 'extended'];

/** Proves that catalogs and errors of a connection show nothing hidden, and nothing of other connections. */
export class ConnectionProof {
  readonly #runtime: Runtime;
  readonly #connections: SqlConnections;
  readonly #findings: ProofFindings;

  constructor({ runtime }: Pick<ServedInside, 'runtime'>, connections: SqlConnections, findings: ProofFindings) {
    this.#runtime = runtime;
    this.#connections = connections;
    this.#findings = findings;
  }

  /** Leaves texts in the connection of a caller that no other connection may show. */
  async leaveMarks({ context }: Identity): Promise<void> {
    const { mark, ask } = await this.#connections.of(context);
    const leaves = [
      `CREATE TEMPORARY TABLE IF NOT EXISTS ${mark}table AS SELECT 1 AS ${mark}column`,
      'DEALLOCATE ALL',
      `PREPARE ${mark}statement AS SELECT '${mark}'`,
      `SELECT '${mark}'`,
    ];
    for (const text of leaves) requireRows(await ask(text, 'simple'));
  }

  async catalogs({ context }: Identity): Promise<void> {
    const connection = await this.#connections.of(context);
    const { model, access } = await runtimeFor(this.#runtime, context);
    const isShown = (id: MemberId) => isPublic(model.index, id) && mayName(model.index, access, id);
    for (const protocol of protocols) {
      for (const [relation, text] of Object.entries(columnLists)) {
        const { rows } = requireRows(await connection.ask(text, protocol));
        const listed = new Set(rows.map((row) => row.join('.')));
        const wrong = [...model.index.members.keys()].find((id) => listed.has(id) !== isShown(id));
        this.#note(`catalogs, ${protocol}`, context, text, {
          outcome: 'as granted',
          what: wrong && `${wrong} is ${listed.has(wrong) ? '' : 'not '}listed in ${relation}`,
        });
      }
    }
    const others = await this.#connections.all();
    const hidden = [...model.index.members.keys()].filter((id) => !mayName(model.index, access, id));
    for (const name of await catalogRelations()) {
      const text = `SELECT * FROM ${name}`;
      const shown = JSON.stringify(requireRows(await connection.ask(text, 'simple')).rows);
      const foreign = others.find(({ mark }) => mark !== connection.mark && shown.includes(mark));
      const named = hidden.find((id) => namesMember(shown, id));
      this.#note('catalogs, whole', context, text, {
        outcome: 'names nothing else',
        what: named ? `it names ${named}` : foreign && `it shows ${foreign.mark} of another connection`,
      });
    }
  }

  /** Checks that one connection reads and ends nothing of the others. */
  async apart({ context }: Identity): Promise<void> {
    const own = await this.#connections.of(context);
    const ownId = await processIdOf(own);
    for (const other of await this.#connections.all()) {
      if (other === own) continue;
      const read = await own.ask(`SELECT * FROM ${other.mark}table`, 'extended');
      const ran = await own.ask(`EXECUTE ${other.mark}statement`, 'simple');
      const id = await processIdOf(other);
      const text = `SELECT pg_cancel_backend(${id}), pg_terminate_backend(${id})`;
      const ended = await own.ask(text, 'simple');
      const hasEnded = !('error' in ended) && ended.rows.flat().includes(true);
      const foreign = 'error' in read && 'error' in ran ? undefined : `it reads what ${other.mark} has made`;
      this.#note('other connections', context, text, {
        outcome: 'apart',
        what: hasEnded && id !== ownId ? `it ends ${other.mark}` : foreign,
      });
    }
  }

  /** Checks that what is hidden is refused like what is not there, and that no error and no hint names it. */
  async refusals({ context }: Identity): Promise<void> {
    const connection = await this.#connections.of(context);
    const { model, access } = await runtimeFor(this.#runtime, context);
    const { index } = model;
    const hidden = [...index.members.keys()].filter((id) => !isPublic(index, id) || !mayName(index, access, id));
    const shown = new Set([...index.members.keys()].filter((id) => !hidden.includes(id)).map(shortName));
    const toldBy = (text: string, table: string) =>
      hidden.find((id) => {
        const name = shortName(id);
        return namesMember(text, id) || (!shown.has(name) && name !== table && tellsName(text, name));
      });
    const isOpen = (piece: string) => index.pieces.get(piece as CubeName)?.isPublic === true;
    for (const id of hidden.slice(0, mostHidden)) {
      const [table, column] = [id.slice(0, id.indexOf('.')), shortName(id)];
      for (const [at, clause] of clauses.entries()) {
        const protocol = protocols[at % 2] ?? 'simple';
        const text = clause(quoted(column), quoted(table));
        const absent = absentName(column, index);
        const [refused, expected, near] = [
          await connection.ask(text, protocol),
          await connection.ask(clause(quoted(absent), quoted(table)), protocol),
          await connection.ask(clause(quoted(`${column}q`), quoted(table)), protocol),
        ];
        const unlike = howUnlike(refused, expected, { name: column, absent });
        const named = 'error' in near ? toldBy(near.error, table) : undefined;
        this.#note(`refusals, ${protocol}`, context, text, {
          outcome: 'as if absent',
          what: named
            ? `the error of a similar name names ${named}: ${shownError(near)}`
            : unlike && `${id}: ${unlike}`,
        });
      }
    }
    for (const name of [...index.pieces.keys()].filter((piece) => !isOpen(piece)).slice(0, mostHidden)) {
      const text = `SELECT * FROM ${quoted(name)}`;
      const absent = absentName(name, index);
      const refused = await connection.ask(text, 'extended');
      const expected = await connection.ask(`SELECT * FROM ${quoted(absent)}`, 'extended');
      const near = await connection.ask(`SELECT * FROM ${quoted(`${name}q`)}`, 'extended');
      const isNamed = 'error' in near && tellsName(near.error, name);
      const unlike = howUnlike(refused, expected, { name, absent });
      this.#note('refusals, extended', context, text, {
        outcome: 'as if absent',
        what: isNamed
          ? `the error of a similar name names ${name}: ${shownError(near)}`
          : unlike && `${name}: ${unlike}`,
      });
    }
  }

  #note(
    path: string,
    context: Identity['context'],
    statement: string,
    { outcome, what }: { readonly outcome: string; readonly what: string | undefined },
  ): void {
    const place = { context, query: { statement } };
    this.#findings.note(`PostgreSQL, ${path}`, what === undefined ? outcome : 'different', what, place);
  }
}

async function processIdOf({ ask }: MarkedConnection): Promise<string> {
  return String(requireRows(await ask('SELECT pg_backend_pid()', 'simple')).rows[0]?.[0]);
}

/** A name of the same length that the model does not have, so that places in errors are the same. */
function absentName(name: string, { pieces, members }: ModelIndex): string {
  const known = new Set([...pieces.keys(), ...[...members.keys()].map(shortName)].map((one) => one.toLowerCase()));
  const letters = [...'qzxjkvwyfbghpdcumlnrsotiae'];
  const made = letters.map((letter) => letter.repeat(name.length));
  return made.find((one) => !known.has(one)) ?? '_'.repeat(name.length);
}

/** How the refusal of a hidden name differs from that of an absent one; undefined: it does not. */
function howUnlike(
  refused: ConnectionAnswer,
  expected: ConnectionAnswer,
  { name, absent }: { readonly name: string; readonly absent: string },
): string | undefined {
  if (!('error' in refused)) return 'the statement is answered';
  if (!('error' in expected)) return 'a statement with an absent name is answered';
  const right = withoutHint(expected.message.replaceAll(absent, () => name));
  const told = withoutHint(refused.message);
  return told === right ? undefined : `the refusal is ${told}\nthat of an absent name is ${right}`;
}

function namesMember(text: string, id: MemberId): boolean {
  return text.includes(id) && new RegExp(`(?<![\\w.])${id.replaceAll('.', '\\.')}(?!\\w)`).test(text);
}

/** Leaves out which name was perhaps meant: it depends on the letters of the name that was asked for. */
function withoutHint(message: string): string {
  return message.replace(/\. Did you mean [^?]*\?/, '');
}

/** Whether a text has a name in quotes, or as one that was perhaps meant. */
function tellsName(text: string, name: string): boolean {
  return [`'${name}'`, `"${name}"`, `\`${name}\``, `Did you mean ${name}?`].some((told) => text.includes(told));
}

function shownError(answer: ConnectionAnswer): string {
  return 'error' in answer ? answer.error : '';
}

function isPublic({ pieces, members }: ModelIndex, id: MemberId): boolean {
  const piece = pieces.get(id.slice(0, id.indexOf('.')) as CubeName);
  return piece?.isPublic === true && members.get(id)?.isPublic === true;
}

function shortName(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
