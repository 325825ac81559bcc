import type { Transaction } from 'kysely';
import type { Database, Tables, Writer } from '@orrery/store';
import {
  type Attribute,
  type AttributeType,
  attributeTypes,
  type AttributeValue,
  Conflict,
  descriptionFault,
  faultsIn,
  type InputProblem,
  Invalid,
  nameKey,
  NotFound,
  readDefault,
  requireSound,
  textFault,
  valueFault,
} from '@orrery/kernel';
import { type AttributeRow, AttributeStore, type Scope } from './attribute-store.ts';
import type { Change, RightsChange } from '../change/index.ts';
import { UserStore } from '../user/index.ts';

/** Values by name; `null` clears. */
export type AttributeValues = ReadonlyMap<string, AttributeValue | null>;

/** Values that were compared with the attributes of a scope. */
export interface CheckedValues {
  readonly scope: Scope;
  /** Names that are no attributes. */
  readonly unknown: readonly string[];
  /** Values of another type than their attribute. */
  readonly wrong: readonly InputProblem[];
  /** The values of attributes, by number. */
  readonly values: readonly { readonly id: number; readonly name: string; readonly value: AttributeValue | null }[];
}

export interface NewAttribute extends AttributeChange {
  readonly name: string;
  readonly type: AttributeType;
}

/** Missing fields keep their value; `null` clears. The type never changes. */
export interface AttributeChange {
  readonly displayName?: string | null | undefined;
  readonly defaultValue?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Attributes of users. A scope of `null` is the account itself, a number one of its embed tenants. */
export class AttributeService {
  readonly #store: AttributeStore;
  readonly #users: UserStore;
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#store = new AttributeStore();
    this.#users = new UserStore();
    this.#database = database;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId?: number; readonly most?: number } = {},
    transaction?: Transaction<Tables>,
    scope: Scope = null,
  ): Promise<readonly Attribute[]> {
    return (await this.#store.list(transaction ?? this.#database, accountId, scope, range)).map(read);
  }

  /** @throws NotFound */
  async get(accountId: number, id: number, scope: Scope = null): Promise<Attribute> {
    return read(await this.#row(this.#database, accountId, id, scope));
  }

  /** Creates an attribute. Its default applies at once, also to existing users. @throws Invalid, Conflict */
  async create(change: RightsChange, input: NewAttribute, scope: Scope = null): Promise<Attribute> {
    requireSound('attribute.invalid', [...newFaults(input), ...changeFaults(input.type, input)]);
    const { transaction, accountId, now } = change;
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      embed_tenant_id: scope,
      name: input.name,
      name_key: scope === null ? nameKey(input.name) : input.name,
      type: input.type,
      ...columnsOf(input),
      created_at: now,
      updated_at: now,
    });
    if (!row) throw new Conflict('attribute.name-taken', `There is a user attribute '${input.name}' already`);
    await record(change, 'Created user attribute', row);
    return read(row);
  }

  /** @throws NotFound, Invalid */
  async update(change: RightsChange, id: number, input: AttributeChange, scope: Scope = null): Promise<Attribute> {
    const { transaction, accountId, now } = change;
    const before = await this.#row(transaction, accountId, id, scope);
    requireSound('attribute.invalid', changeFaults(read(before).type, input));
    const {
      displayName = before.display_name,
      defaultValue = before.default_value,
      description = before.description,
    } = input;
    const row = await this.#store.update(transaction, id, {
      ...columnsOf({ displayName, defaultValue, description }),
      updated_at: now,
    });
    await record(change, 'Updated user attribute', row);
    return read(row);
  }

  /** Deletes an attribute with all values; the name is then free for another type. @throws NotFound */
  async delete(change: RightsChange, id: number, scope: Scope = null): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id, scope);
    await this.#users.raiseVersions(transaction, await this.#store.holders(transaction, id));
    await this.#store.delete(transaction, id);
    await record(change, 'Deleted user attribute', row);
  }

  /** Stored values of these users, without defaults. Users without a value are left out. */
  async valuesOf(
    accountId: number,
    userIds: readonly number[],
    transaction?: Transaction<Tables>,
    scope: Scope = null,
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, AttributeValue>>> {
    const rows = await this.#store.values(transaction ?? this.#database, accountId, scope, userIds);
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
    return new Map(
      [...byUser].map(([userId, values]) => [
        userId,
        new Map(values.map(({ name, value }) => [name, JSON.parse(value) as AttributeValue])), // we wrote it
      ]),
    );
  }

  /** Values that policies read of a user, including defaults. */
  async effectiveOf(
    accountId: number,
    userId: number,
    scope: Scope = null,
  ): Promise<ReadonlyMap<string, AttributeValue>> {
    const [attributes, values] = await Promise.all([
      this.list(accountId, {}, undefined, scope),
      this.valuesOf(accountId, [userId], undefined, scope),
    ]);
    const stored = values.get(userId);
    return new Map(
      attributes.flatMap(({ name, type, defaultValue }) => {
        const value = stored?.get(name) ?? (defaultValue === undefined ? undefined : readDefault(type, defaultValue));
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  }

  /** Finds the values that a user does not have stored. One that is stored has the type of its attribute. */
  async otherThanStored(
    { transaction, accountId }: Change,
    userId: number,
    values: AttributeValues,
    scope: Scope,
  ): Promise<AttributeValues> {
    if (values.size === 0) return values;
    const stored = await this.#storedTexts(transaction, accountId, scope, userId);
    return new Map([...values].filter(([name, value]) => value === null || stored.get(name) !== JSON.stringify(value)));
  }

  /** Lists the names that are no attributes, and the values of another type than their attribute. */
  async check(change: Change, values: AttributeValues, scope: Scope): Promise<CheckedValues> {
    const rows = values.size === 0 ? [] : await this.#store.list(change.transaction, change.accountId, scope, {});
    const byName = new Map(rows.map((row) => [row.name, row]));
    const wrong = [...values].flatMap(([name, value]) => faultOf(byName.get(name), value));
    const unknown = [...values.keys()].filter((name) => !byName.has(name));
    const numbered = [...values].flatMap(([name, value]) => {
      const row = byName.get(name);
      return row ? [{ id: row.id, name, value }] : [];
    });
    return { scope, unknown, wrong, values: numbered };
  }

  /**
   * Sets some values of a user.
   *
   * @returns the names whose value has changed @throws Invalid naming every unknown attribute and wrong type
   */
  async set(change: Change, userId: number, values: AttributeValues, scope: Scope = null): Promise<readonly string[]> {
    const checked = await this.check(change, values, scope);
    const { unknown, wrong } = checked;
    if (unknown.length > 0) {
      throw new Invalid('attribute.unknown', `There are no user attributes ${unknown.map(quoted).join(', ')}`);
    }
    requireSound('attribute.invalid-value', wrong);
    return this.setChecked(change, userId, checked);
  }

  /** Sets values of a user that `check` has found no problem in. @returns the names whose value has changed */
  async setChecked(
    { transaction, accountId }: Change,
    userId: number,
    { scope, values }: CheckedValues,
  ): Promise<readonly string[]> {
    if (values.length === 0) return [];
    const before = await this.#storedTexts(transaction, accountId, scope, userId);
    const changed: string[] = [];
    for (const { id, name, value } of values) {
      const text = value === null ? null : JSON.stringify(value);
      if ((before.get(name) ?? null) === text) continue;
      await this.#store.setValue(transaction, userId, id, text);
      changed.push(name);
    }
    return changed;
  }

  /** The JSON of the stored values of a user, by name. */
  async #storedTexts(writer: Writer, accountId: number, scope: Scope, userId: number) {
    const rows = await this.#store.valuesOf(writer, accountId, scope, userId);
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  async #row(writer: Writer, accountId: number, id: number, scope: Scope): Promise<AttributeRow> {
    const row = await this.#store.get(writer, accountId, scope, id);
    if (row) return row;
    throw new NotFound('attribute.unknown', `There is no user attribute ${id}`);
  }
}

function record(
  change: Change,
  event: 'Created user attribute' | 'Updated user attribute' | 'Deleted user attribute',
  { id, name, type }: AttributeRow,
): Promise<void> {
  return change.record({ event, attributes: { attributeId: id, name, type } });
}

function newFaults({ name }: NewAttribute): readonly InputProblem[] {
  return faultsIn({ name }, { name: attributeNameFault });
}

/** Checks a name, which policies write as `userAttributes.name`. */
function attributeNameFault(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return 'must be letters, digits and _, a letter first';
  return textFault(name);
}

function changeFaults(type: AttributeType, change: AttributeChange): readonly InputProblem[] {
  return faultsIn(change, {
    displayName: textFault,
    description: descriptionFault,
    defaultValue: (text: string) => (readDefault(type, text) === undefined ? `must be ${type}` : undefined),
  });
}

function faultOf(row: AttributeRow | undefined, value: AttributeValue | null): readonly InputProblem[] {
  if (!row || value === null) return [];
  const fault = valueFault(read(row).type, value);
  return fault === undefined ? [] : [{ path: `value of user attribute ${row.name}`, message: fault }];
}

function columnsOf({ displayName, defaultValue, description }: AttributeChange) {
  return {
    display_name: displayName ?? null,
    default_value: defaultValue ?? null,
    description: description ?? null,
  };
}

function read(row: AttributeRow): Attribute {
  const type = attributeTypes.find((known) => known === row.type);
  if (!type) throw new Error(`user attribute ${row.id} has the type '${row.type}', which is none`);
  return {
    id: row.id,
    name: row.name,
    type,
    displayName: row.display_name ?? undefined,
    defaultValue: row.default_value ?? undefined,
    description: row.description ?? undefined,
  };
}

function quoted(name: string): string {
  return `'${name}'`;
}
