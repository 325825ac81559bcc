import { shownLiteral } from '@orrery/kernel';
import { type Select, wireParts } from '@orrery/sql';
import { type PlacedConnection, StatementInvalid } from '../statement/index.ts';
import { bytesOfTree } from './bytes-of-tree.ts';
import type { WrittenSelect } from './typed-wire.ts';
import type { AnnouncedColumn, ConnectionMemory, ConnectionSession, WireCaller, WireResult } from './wire.ts';
import type { WireSettings } from './wire-settings.ts';

type SourceItem = Extract<Select, { kind: 'select' }>['from'][number];
type Written = Extract<Select, { kind: 'select' }>['targets'][number]['expression'];
type TemporaryItem = Extract<SourceItem, { kind: 'query' }>;

/** A temporary table or view, as a select in the place of its name. */
interface Temporary {
  readonly what: 'table' | 'view';
  readonly select: Select;
  readonly columns: readonly string[];
  /** Types of the columns. */
  readonly types: readonly Pick<AnnouncedColumn, 'oid' | 'modifier'>[];
  readonly cells: number;
  /** Characters of its values. */
  readonly size: number;
  /** Memory of it alone. */
  readonly bytes: number;
  /** The tables and views that a view reads, with those that these read: dropped ones live as long as it does. */
  readonly reads: ReadonlySet<Temporary>;
  /** The role that asked for the rows of a table, and whether it still may. */
  readonly made?: { readonly role: string | undefined; readonly requireStill: RequireStill | undefined };
  /** Characters that stand for the work of reading it once: of its text, and of all that it reads. */
  readonly weight: number;
  /** Whether it reads `__user`. */
  readonly namesUser: boolean;
}

type RequireStill = NonNullable<WireResult['requireStill']>;

/** Tables and views of a connection, and values in all of its tables. */
const mostTables = 100;
const mostCells = 20_000;
const mostCharacters = 8 * 1024 * 1024;
/** Weight of a value, and of all that one statement reads: views of views double what is read at each step. */
const weightOfCell = 10;
const mostWeight = 1_000_000;
/** Memory of a value in a select, without its text, and of a table without values. */
export const bytesOfCell = 256;
const bytesOfTable = 2_048;
const schemas: ReadonlySet<string> = new Set(['pg_temp', 'pg_temp_3']);

let states = 0;

/** Tables and views of one connection. They end with it. */
export class TemporaryTables {
  readonly #tables = new Map<string, Temporary>();
  readonly #numbers = new Map<string, number>();
  readonly #kept: ConnectionMemory;
  #reached: ReadonlySet<Temporary> = new Set();
  #bytes = 0;
  #state = 0;
  #last = 0;

  constructor(kept: ConnectionMemory) {
    this.#kept = kept;
  }

  /** A statement that reads them in place of their names. */
  into<Written extends { readonly select: Select }>(
    written: Written,
  ): Written & Pick<WrittenSelect, 'temporary' | 'requireStill'> {
    if (this.#tables.size === 0) return written;
    const read: Temporary[] = [];
    const select = this.#replaced(written.select, read);
    if (read.length === 0) return written;
    if (weightOf(read) > mostWeight) {
      const message = 'The statement reads too many temporary tables and views, with those that its views read';
      throw new StatementInvalid('User Error', 'sql.limit', message);
    }
    const temporary = { state: this.#state, namesUser: read.some(({ namesUser }) => namesUser) };
    return { ...written, select, temporary, requireStill: (caller) => requireMakers(reachedFrom(read), caller) };
  }

  /** Weight, memory and tables of a view of this statement. */
  ofView({ text, select }: { readonly text: string; readonly select: Select }) {
    const read: Temporary[] = [];
    this.#replaced(select, read);
    return {
      weight: text.length + weightOf(read),
      bytes: bytesOfTable + bytesOfTree(select),
      reads: reachedFrom(read),
    };
  }

  has(name: string): boolean {
    return this.#tables.has(name);
  }

  /** Lists them for the catalogs. */
  shown(): ReturnType<PlacedConnection['catalog']['temporary']> {
    return [...this.#tables].map(([name, { what, columns, types }]) => ({
      number: this.#numbers.get(name) ?? 0,
      name,
      what,
      columns: columns.map((column, at) => ({
        name: column,
        type: types[at]?.oid ?? 25,
        modifier: types[at]?.modifier ?? -1,
      })),
    }));
  }

  /** The values that tables may still keep. */
  get roomForCells(): number {
    return mostCells - [...this.#reached].reduce((sum, { cells }) => sum + cells, 0);
  }

  /** The characters that values of tables may still have. */
  get roomForCharacters(): number {
    return mostCharacters - [...this.#reached].reduce((sum, { size }) => sum + size, 0);
  }

  /** @throws StatementInvalid */
  add(name: string, table: Temporary, isReplacing: boolean): void {
    const known = this.#tables.get(name);
    if (known && !(isReplacing && known.what === table.what)) {
      throw new StatementInvalid(
        'User Error',
        'sql.relation-exists',
        `relation "${shownLiteral(name)}" already exists`,
      );
    }
    if (!known && this.#tables.size >= mostTables) throw memoryReached();
    this.#keep([...[...this.#tables].filter(([other]) => other !== name).map(([, other]) => other), table]);
    this.#tables.set(name, table);
    if (!known) this.#numbers.set(name, ++this.#last);
    this.#changed();
  }

  /** @returns whether it was there @throws StatementInvalid for a view that is called a table, or the reverse */
  drop(name: string, what: Temporary['what']): boolean {
    const known = this.#tables.get(name);
    if (known && known.what !== what) {
      throw new StatementInvalid('User Error', 'sql.wrong-relation', `"${shownLiteral(name)}" is not a ${what}`);
    }
    if (!this.#tables.delete(name)) return false;
    this.#numbers.delete(name);
    this.#keep([...this.#tables.values()]);
    this.#changed();
    return true;
  }

  clear(): void {
    this.#tables.clear();
    this.#numbers.clear();
    this.#keep([]);
  }

  /** Takes the memory of these and of all that they read, in place of what was kept. @throws where there is no room */
  #keep(tables: readonly Temporary[]): void {
    const reached = reachedFrom(tables);
    const bytes = [...reached].reduce((sum, one) => sum + one.bytes, 0);
    if (bytes > this.#bytes) this.#kept.take(bytes - this.#bytes);
    else this.#kept.giveBack(this.#bytes - bytes);
    this.#reached = reached;
    this.#bytes = bytes;
  }

  #changed(): void {
    states += 1;
    this.#state = states;
  }

  #replaced(select: Select, read: Temporary[]): Select {
    const common = new Set<string>();
    const change = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(change);
      if (typeof node !== 'object' || node === null) return node;
      const one = node as Partial<SourceItem>;
      const found = one.kind === 'table' && one.names ? this.#named(one.names, common) : undefined;
      if (found && one.kind === 'table' && one.names) {
        read.push(found);
        return itemOf(found, one as Extract<SourceItem, { kind: 'table' }>);
      }
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));
    };
    for (const name of commonNames(select)) common.add(name);
    return change(select) as Select;
  }

  #named(names: Extract<SourceItem, { kind: 'table' }>['names'], common: ReadonlySet<string>): Temporary | undefined {
    const [schema, name] =
      names.length === 1 ? [undefined, folded(names[0])] : [folded(names.at(-2)), folded(names.at(-1))];
    if (schema === undefined ? common.has(name) : !schemas.has(schema)) return undefined;
    return this.#tables.get(name);
  }
}

function reachedFrom(tables: readonly Temporary[]): ReadonlySet<Temporary> {
  return new Set(tables.flatMap((one) => [one, ...one.reads]));
}

/** Checks the rights of the roles that made tables. @param caller of the statement that reads them */
async function requireMakers(reached: ReadonlySet<Temporary>, caller: WireCaller): Promise<void> {
  const { session } = caller;
  const callers = new Map([[session.settings.role, Promise.resolve(caller)]]);
  for (const { made } of reached) {
    if (!made?.requireStill) continue;
    const now = callers.get(made.role) ?? session.callerAs(made.role);
    callers.set(made.role, now);
    await made.requireStill(await now);
  }
}

function weightOf(read: readonly Temporary[]): number {
  return read.reduce((sum, { weight }) => sum + weight, 0);
}

function folded(name: { readonly text: string; readonly isQuoted: boolean } | undefined): string {
  return name?.isQuoted ? name.text : (name?.text.toLowerCase() ?? '');
}

/** Names of common table expressions, which stand before tables. */
function commonNames(select: Select): readonly string[] {
  const names: string[] = [];
  const waiting: object[] = [select];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { with: tables } = node as Partial<Select>;
    if (Array.isArray(tables)) names.push(...tables.map(({ name }) => folded(name)));
    for (const child of Object.values(node))
      if (typeof child === 'object' && child !== null) waiting.push(child as object);
  }
  return names;
}

function itemOf(table: Temporary, { names, alias, position }: Extract<SourceItem, { kind: 'table' }>): TemporaryItem {
  const own = names.at(-1) ?? { text: '', isQuoted: true, position };
  const columns = table.columns.map((text) => ({ text, isQuoted: true, position }));
  const given = alias?.columns ?? [];
  const named = { name: alias?.name ?? own, columns: [...given, ...columns.slice(given.length)] };
  return { kind: 'query', query: table.select, alias: named, isLateral: false, position };
}

/** Rows of a table as a select, with the types that they had. */
export function keptRows(
  columns: readonly AnnouncedColumn[],
  rows: readonly (readonly (string | null)[])[],
  names: readonly string[],
  made: NonNullable<Temporary['made']>,
): Temporary {
  const types = columns.map(({ oid, modifier }) => wireParts.writtenType(oid, modifier));
  const typed = (value: string | null, index: number): Written => ({
    kind: 'cast',
    operand: value === null ? { kind: 'null', position: 0 } : { kind: 'string', text: value, position: 0 },
    type: { ...(types[index] ?? { names: ['text'], modifiers: [], dimensions: 0 }), position: 0 },
    position: 0,
  });
  const common = { with: [], order: [], hasTies: false, position: 0 } as const;
  const written: Select =
    rows.length > 0
      ? { ...common, kind: 'values', rows: rows.map((row) => row.map(typed)) }
      : {
          ...common,
          kind: 'select',
          targets: columns.map((_, index) => ({ expression: typed(null, index) })),
          from: [],
          where: { kind: 'boolean', value: false, position: 0 },
          groupBy: [],
          isGroupByDistinct: false,
          windows: [],
        };
  const own = columns.map(({ name }, index) => names[index] ?? name);
  const cells = rows.length * columns.length;
  const size = rows.reduce((sum, row) => sum + row.reduce((all, value) => all + (value?.length ?? 0), 0), 0);
  const weight = 1 + weightOfCell * cells;
  const bytes = bytesOfTable + bytesOfCell * cells + 2 * size;
  const kept = {
    select: written,
    columns: own,
    types: columns,
    cells,
    size,
    bytes,
    reads: new Set<Temporary>(),
    weight,
  };
  return { what: 'table', ...kept, made, namesUser: false };
}

export function memoryReached(): StatementInvalid {
  return new StatementInvalid('User Error', 'sql.temporary-memory', 'temporary table memory limit reached');
}

/** They end with the settings of their connection. */
const ofConnections = new WeakMap<WireSettings, TemporaryTables>();

export function temporaryOf({ settings, kept }: Pick<ConnectionSession, 'settings' | 'kept'>): TemporaryTables {
  const tables = ofConnections.get(settings) ?? new TemporaryTables(kept);
  ofConnections.set(settings, tables);
  return tables;
}
