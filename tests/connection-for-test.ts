import { Shop, type SourceKind } from '../cases/statements/shop.ts';
import { AnswerService } from '../packages/runtime/src/answer/answer-service.ts';
import type { QueryEvent } from '../packages/runtime/src/query/query-observer.ts';
import { runtimeFor } from '../packages/runtime/src/runtime-for.ts';
import { Statements } from '../packages/runtime/src/statement/statements.ts';
import { loadWire, WireSettings } from '../packages/runtime/src/wire/index.ts';
import type {
  BoundParameter,
  AnnouncedColumn,
  ConnectionSql,
  WireCaller,
  WireRows,
  WireRun,
  ConnectionSession,
  WireStatement,
} from '../packages/runtime/src/wire/wire.ts';

type Cell = string | null;

export interface Answered {
  readonly columns: readonly AnnouncedColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface AskedWith {
  readonly declared?: readonly number[];
  readonly values?: readonly (Cell | Uint8Array)[];
  readonly formats?: readonly (0 | 1)[];
  readonly run?: Partial<WireRun>;
  readonly caller?: Partial<WireCaller>;
}

/** Statements of a connection to the shop of the cases, without the protocol around them. */
export class ShopConnection {
  readonly shop: Shop;
  readonly wire: ConnectionSql;
  readonly caller: WireCaller;
  readonly events: QueryEvent[];
  readonly #statements: Statements;

  private constructor(
    shop: Shop,
    wire: ConnectionSql,
    caller: WireCaller,
    events: QueryEvent[],
    statements: Statements,
  ) {
    this.shop = shop;
    this.wire = wire;
    this.caller = caller;
    this.events = events;
    this.#statements = statements;
  }

  static async open(kind: SourceKind, clock = { now: () => Date.now() }): Promise<ShopConnection> {
    const shop = await Shop.open(kind);
    const statements = new Statements();
    const events: QueryEvent[] = [];
    const answers = new AnswerService({ cacheBytes: 10_000_000, clock });
    const observer = { observe: (event: QueryEvent) => events.push(event) };
    const wire = await loadWire({ answers, observer, clock, isDevelopment: false, statements });
    const runtime = await runtimeFor(shop.served.composition.runtime, {});
    const principal = { deploymentId: runtime.deploymentId, securityContext: {} };
    const session: ConnectionSession = {
      settings: new WireSettings({ defaultZone: 'UTC', user: 'ann' }),
      user: 'ann',
      database: 'shop',
      processId: 4711,
      sessions: () => [],
      prepared: () => [],
      cursors: () => [],
      kept: { take: () => undefined, giveBack: () => undefined },
      callerAs: async () => caller,
      end: () => false,
    };
    const caller: WireCaller = { runtime, principal, session, requestId: 'r', showsSql: true };
    return new ShopConnection(shop, wire, caller, events, statements);
  }

  read(text: string): Promise<readonly WireStatement[]> {
    return this.wire.read(text, this.caller);
  }

  async readOne(text: string): Promise<WireStatement> {
    const [statement, ...others] = await this.read(text);
    if (!statement || others.length > 0) throw new Error(`not one statement: ${text}`);
    return statement;
  }

  async describe(text: string, declared: readonly number[] = []) {
    return this.wire.describe(await this.readOne(text), declared, this.caller, AbortSignal.timeout(60_000));
  }

  async rows(text: string, asked: AskedWith = {}): Promise<Answered> {
    const statement = await this.readOne(text);
    if (statement.kind === 'refused') throw statement.error;
    if (statement.kind !== 'rows') throw new Error(`gives no rows: ${text}`);
    return this.rowsOf(statement, asked);
  }

  async rowsOf(
    statement: WireRows,
    { declared = [], values = [], formats = [], run, caller }: AskedWith = {},
  ): Promise<Answered> {
    const parameters = values.map(
      (value): BoundParameter =>
        value === null || typeof value === 'string'
          ? { bytes: value === null ? null : Buffer.from(value), isBinary: false }
          : { bytes: value, isBinary: true },
    );
    const asked: WireRun = { declared, parameters, formats, framing: 'rows', ...run };
    const signal = AbortSignal.timeout(60_000);
    const { columns, pieces } = await this.wire.rows(statement, asked, { ...this.caller, ...caller }, signal);
    const rows: Cell[][] = [];
    for await (const piece of pieces) rows.push(...rowsIn(piece));
    return { columns, rows };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.shop[Symbol.asyncDispose](), this.#statements.close()]);
  }
}

/** The rows of DataRow messages; binary values are read as texts, too. */
function rowsIn(piece: Uint8Array): Cell[][] {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  const rows: Cell[][] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== 0x44) throw new Error(`not a DataRow: ${bytes[at]}`);
    const end = at + 1 + bytes.readInt32BE(at + 1);
    let cell = at + 7;
    const row: Cell[] = [];
    for (let count = bytes.readInt16BE(at + 5); count > 0; count -= 1) {
      const length = bytes.readInt32BE(cell);
      cell += 4;
      row.push(length < 0 ? null : bytes.toString('utf8', cell, cell + length));
      cell += Math.max(length, 0);
    }
    if (cell !== end) throw new Error('a DataRow has another length');
    rows.push(row);
    at = end;
  }
  return rows;
}
