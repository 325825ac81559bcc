import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformErrorSchema } from '@orrery/contract';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import type { Resource } from '../../packages/people/src/role/resource-policy.ts';
import type { Action } from '../../packages/kernel/src/caller/action.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { type StorePlace, migratedPlace } from '../servers/store-place.ts';

export interface Person {
  readonly id: number;
  readonly key: string;
}

interface Asking {
  readonly as?: Person;
  readonly key?: string;
  readonly body?: unknown;
  readonly requestId?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  // The body is from our own service; the tests assert the relevant fields.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

const by = { via: 'command' } as const;

const rows = `SELECT * FROM (VALUES (1, 'EU', 'open', 10, TIMESTAMP '2026-05-01 10:00:00'),
  (2, 'EU', 'done', 20, TIMESTAMP '2026-05-02 10:00:00'), (3, 'US', 'open', 40, TIMESTAMP '2026-05-03 10:00:00'))
  AS t (id, region, status, amount, created_at)`;

/**
 * A model of sales. The group `eu` sees its own rows without the margin, `all` sees everything, other users see
 * nothing.
 */
export function salesModel(more: { readonly measures?: readonly object[] } = {}): string {
  const euRows = { filters: [{ member: 'region', operator: 'equals', values: ['EU'] }] };
  const dimensions = [
    { name: 'id', sql: 'id', type: 'number', primary_key: true },
    { name: 'region', sql: 'region', type: 'string' },
    { name: 'status', sql: 'status', type: 'string' },
    { name: 'created_at', sql: 'created_at', type: 'time' },
    { name: 'broken', sql: 'CAST({CUBE}.status AS INTEGER)', type: 'number' },
  ];
  const measures = more.measures ?? [
    { name: 'count', type: 'count' },
    { name: 'total', sql: 'amount', type: 'sum' },
    { name: 'margin', sql: 'amount', type: 'sum' },
  ];
  const access_policy = [
    { group: 'eu', member_level: { excludes: ['margin'] }, row_level: euRows },
    { group: 'all', member_level: { includes: '*' } },
  ];
  return stringify({ cubes: [{ name: 'sales', sql: rows, dimensions, measures, access_policy }] });
}

/** A served process whose users save reports about sales. */
export class ReportsService implements AsyncDisposable {
  readonly served: ServedProject;
  readonly admin: Person;
  readonly #place: StorePlace;
  readonly #directory: string;

  private constructor(served: ServedProject, place: StorePlace, directory: string, admin: Person) {
    this.served = served;
    this.#place = place;
    this.#directory = directory;
    this.admin = admin;
  }

  static async open(kind: StorePlace['kind'], now?: () => number): Promise<ReportsService> {
    const directory = await mkdtemp(join(tmpdir(), 'orrery-reports-'));
    await mkdir(join(directory, 'model'));
    await writeFile(join(directory, 'model', 'sales.yml'), salesModel());
    await writeFile(join(directory, 'orrery.yml'), stringify({ data_sources: { default: { type: 'duckdb' } } }));
    const place = await migratedPlace(kind);
    const served = await serveProject(directory, { environment: place.environment, ...(now ? { now } : {}) });
    const { changes, accounts, groups, accountId } = served.composition.metadata;
    for (const name of ['eu', 'all'])
      await changes.changeRights({ accountId, by }, (change) => groups.create(change, { name }));
    const found = await accounts.ensureAdmin(accountId);
    if (!found) throw new Error('there is no admin');
    const service = new ReportsService(served, place, directory, { id: found.id, key: '' });
    await service.join(found.id, 'all');
    const { text } = await service.metadata.changes.make({ accountId, by: atTheCommandLine }, (change) =>
      service.metadata.apiKeys.create(change, { userId: found.id, name: 'admin', deployments: 'all' }),
    );
    return new ReportsService(served, place, directory, { id: found.id, key: text });
  }

  get metadata() {
    return this.served.composition.metadata;
  }

  /** Creates a user, in a group or in none. */
  async person(role: Role, group?: 'eu' | 'all', deployments: 'all' | readonly number[] = 'all'): Promise<Person> {
    const { changes, users, apiKeys, accountId } = this.metadata;
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: `${role}-${crypto.randomUUID()}`, role }),
    );
    if (group) await this.join(id, group);
    const { text } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: id, name: 'test', deployments }),
    );
    return { id, key: text };
  }

  async join(userId: number, group: 'eu' | 'all'): Promise<void> {
    const { changes, groups, accountId } = this.metadata;
    const found = (await groups.list(accountId, {})).find(({ name }) => name === group);
    if (!found) throw new Error(`there is no group ${group}`);
    await changes.changeRights({ accountId, by }, (change) =>
      groups.update(change, found.id, { members: { add: [userId] } }),
    );
  }

  async share(resource: Resource, person: Person, action: Action | undefined): Promise<void> {
    const { changes, resourcePolicies, accountId } = this.metadata;
    await changes.changeRights({ accountId, by }, (change) =>
      resourcePolicies.set(change, resource, { userId: person.id }, action),
    );
  }

  async saveModel(text: string): Promise<void> {
    await writeFile(join(this.#directory, 'model', 'sales.yml'), text);
  }

  /** Sends a request below `/deployments/1` unless the path names another deployment. */
  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, asking: Asking = {}): Promise<Answered> {
    const { as = this.admin, key = as.key, body, requestId } = asking;
    const place = path.startsWith('/deployments') ? path : `/deployments/1${path}`;
    const response = await fetch(`${this.served.origin}/api/v1${place}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answered = { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
    if (!response.ok) expect(platformErrorSchema.parse(answered.body).statusCode).toBe(response.status);
    return answered;
  }

  /** @returns the body of a successful answer */
  async get(path: string, asking: Asking = {}): Promise<Answered['body']> {
    return this.#good(await this.ask('GET', path, asking));
  }

  async make(path: string, body: unknown = {}, as: Person = this.admin): Promise<Answered['body']> {
    return this.#good(await this.ask('POST', path, { body, as }));
  }

  async put(path: string, body: unknown = {}, as: Person = this.admin): Promise<Answered['body']> {
    return this.#good(await this.ask('PUT', path, { body, as }));
  }

  #good({ status, text, body }: Answered): Answered['body'] {
    expect([status, text]).toEqual([200, text]);
    return body;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served.close();
    await this.#place.remove();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
