import { platformErrorSchema } from '@orrery/contract';
import { expect } from 'vitest';
import { newPublicId } from '../../packages/content/src/item/public-id.ts';
import { FolderStore } from '../../packages/content/src/folder/folder-store.ts';
import { ItemStore } from '../../packages/content/src/item/item-store.ts';
import { type ItemKind, type Level, levels, sharedAs } from '../../packages/content/src/item/level.ts';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import { ScimService } from '../scim/scim-service.ts';
import type { StorePlace } from '../servers/store-place.ts';

export interface PlatformAnswer {
  readonly status: number;
  readonly text: string;
  // The body is from our own service; the tests assert the relevant fields.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Ask {
  /** An admin's unless given. */
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Person {
  readonly id: number;
  readonly key: string;
}

interface NewReport {
  readonly name?: string;
  readonly workbookId?: number;
  readonly sqlQuery?: string;
  readonly jsonQuery?: string;
  readonly meta?: object;
}

/** A server for tests of content over HTTP, with helpers that create content directly. */
export class ContentService implements AsyncDisposable {
  readonly #service: ScimService;

  private constructor(service: ScimService) {
    this.#service = service;
  }

  static async open(kind: StorePlace['kind'], options: Parameters<typeof ScimService.open>[1] = {}) {
    return new ContentService(await ScimService.open(kind, options));
  }

  get origin(): string {
    return this.#service.served.origin;
  }

  get metadata() {
    return this.#service.metadata;
  }

  /** Creates a user. */
  async person(role: Role, deployments: 'all' | readonly number[] = 'all'): Promise<Person> {
    const { changes, users, accountId } = this.metadata;
    const username = `${role}-${crypto.randomUUID()}`;
    const { id } = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username, role }),
    );
    return { id, key: await this.#service.keyOf({ id }, deployments) };
  }

  async ask(
    method: Method,
    path: string,
    { key = this.#service.key, body, headers }: Ask = {},
  ): Promise<PlatformAnswer> {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
    if (!response.ok) expect(platformErrorSchema.parse(answer.body).statusCode).toBe(response.status);
    return answer;
  }

  /** Sends a request that must succeed, and returns the body of the answer. */
  async get(method: Method, path: string, asking: Ask = {}): Promise<PlatformAnswer['body']> {
    const { status, body, text } = await this.ask(method, path, asking);
    expect([method, path, status, text]).toEqual([method, path, status < 300 ? status : 'a success', text]);
    return body;
  }

  async status(method: Method, path: string, asking: Ask = {}): Promise<number> {
    return (await this.ask(method, path, asking)).status;
  }

  /** @param level `undefined` for no access */
  async share(kind: ItemKind, id: number, { id: userId }: Person, level: Level | undefined): Promise<void> {
    const { changes, resourcePolicies, accountId } = this.metadata;
    const { type, actions } = sharedAs[kind];
    const action = level === undefined ? undefined : actions[levels.indexOf(level)];
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      resourcePolicies.set(change, { type, id }, { userId }, action),
    );
  }

  /** Creates a further deployment of the account. */
  async addDeployment(id: number): Promise<void> {
    const { store, accountId } = this.metadata;
    const row = { id, account_id: accountId, name: `deployment ${id}`, created_at: id };
    await store.database.insertInto('deployment').values(row).execute();
  }

  async folder(owner: Person, parentId: number | null = null, deploymentId = 1): Promise<number> {
    const { store, accountId } = this.metadata;
    const { id } = await store.database.transaction().execute((writer) =>
      new FolderStore(store.database).insert(
        writer,
        { accountId, deploymentId, space: 0 },
        {
          name: `folder ${crypto.randomUUID()}`,
          folder_id: parentId,
          position: 1,
          owner_id: owner.id,
          created_at: 1,
        },
      ),
    );
    return id;
  }

  async report(owner: Person, given: NewReport = {}, deploymentId = 1): Promise<number> {
    const { store, accountId } = this.metadata;
    const { name = 'Report', workbookId = null, sqlQuery = null, jsonQuery = null, meta = null } = given;
    const item = await new ItemStore().insert(
      store.database,
      { accountId, deploymentId, space: 0 },
      {
        kind: 'REPORT',
        name,
        folder_id: null,
        workbook_id: workbookId,
        general_access: null,
        owner_id: owner.id,
        updated_by: null,
        created_at: 1,
        updated_at: 1,
      },
    );
    await store.database
      .insertInto('report')
      .values({
        item_id: item.id,
        account_id: accountId,
        public_id: newPublicId(),
        title: `${name} title`,
        description: null,
        sql_query: sqlQuery,
        json_query: jsonQuery,
        meta: meta === null ? null : JSON.stringify(meta),
        pivot_items: null,
        source: 'D3',
        result_location: null,
        end_result_cell: null,
        external_workbook_id: null,
        refreshed_by: null,
        refreshed_at: null,
      })
      .execute();
    return item.id;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#service[Symbol.asyncDispose]();
  }
}
