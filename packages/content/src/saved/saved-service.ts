import { Conflict, Invalid, nameKey, NotFound, requireSound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import { type Database, isUniqueViolation, lockAccountAlone, type Writer } from '@orrery/store';
import type { SavedKind } from './saved-kind.ts';
import { type SavedRow, SavedStore } from './saved-store.ts';

/** A value that an account has saved under a name. */
export interface Saved<Value> {
  readonly id: number;
  readonly name: string;
  readonly value: Value;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Absent fields keep their value. */
interface SavedChange<Value> {
  readonly name?: string | undefined;
  readonly value?: Value | undefined;
}

const most = 200;

/** Things of one kind, which belong to the account. */
export class SavedService<Value> {
  readonly #database: Database;
  readonly #kind: SavedKind<Value>;
  readonly #store: SavedStore;

  constructor(kind: SavedKind<Value>, { database }: { readonly database: Database }) {
    this.#database = database;
    this.#kind = kind;
    this.#store = new SavedStore(kind);
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly Saved<Value>[]> {
    return (await this.#store.list(this.#database, accountId, range)).map((row) => this.#read(row));
  }

  /** @throws InvalidInput, Invalid, Conflict */
  async create(
    change: Change,
    { name, value }: { readonly name: string; readonly value: Value },
  ): Promise<Saved<Value>> {
    this.#require(value);
    const { transaction, accountId, now } = change;
    const { code, plural, audit } = this.#kind;
    await lockAccountAlone(transaction, accountId);
    if ((await this.#store.count(transaction, accountId)) >= most) {
      throw new Invalid(`${code}.too-many`, `An account has at most ${most} ${plural}; delete one first`);
    }
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      ...nameColumns(name),
      value: JSON.stringify(value),
      created_at: now,
      updated_at: now,
    });
    if (!row) throw this.#nameTaken(name);
    await this.#record(change, audit.created, row);
    return this.#read(row);
  }

  /** @throws NotFound, InvalidInput, Conflict */
  async update(change: Change, id: number, input: SavedChange<Value>): Promise<Saved<Value>> {
    const { transaction, accountId, now } = change;
    const { name } = await this.#row(transaction, accountId, id);
    if (input.value !== undefined) this.#require(input.value);
    const columns = {
      ...(input.name === undefined ? {} : nameColumns(input.name)),
      ...(input.value === undefined ? {} : { value: JSON.stringify(input.value) }),
      updated_at: now,
    };
    const row = await this.#store.update(transaction, accountId, id, columns).catch((error: unknown) => {
      throw isUniqueViolation(error) ? this.#nameTaken(input.name ?? name) : error;
    });
    await this.#record(change, this.#kind.audit.updated, row);
    return this.#read(row);
  }

  /** @throws NotFound */
  async delete(change: Change, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id);
    await this.#store.delete(transaction, accountId, id);
    await this.#record(change, this.#kind.audit.deleted, row);
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<SavedRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound(`${this.#kind.code}.unknown`, `There is no ${this.#kind.noun} ${id}`);
  }

  /** @throws InvalidInput */
  #require(value: Value): void {
    const { code, column } = this.#kind;
    const faults = this.#kind.faultsOf(value).map(({ path, message }) => ({
      path: [column, ...path].join('.'),
      message,
    }));
    requireSound(`${code}.invalid`, faults);
  }

  #record(change: Change, event: AuditEvent, { id, name }: SavedRow): Promise<void> {
    return change.record({ event, attributes: { [this.#kind.audit.id]: id, name } });
  }

  #nameTaken(name: string): Conflict {
    return new Conflict(`${this.#kind.code}.name-taken`, `There is a ${this.#kind.noun} '${name}' already`);
  }

  #read(row: SavedRow): Saved<Value> {
    return {
      id: row.id,
      name: row.name,
      value: JSON.parse(row.value) as Value, // we wrote it
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }
}

function nameColumns(name: string) {
  return { name, name_key: nameKey(name) };
}
