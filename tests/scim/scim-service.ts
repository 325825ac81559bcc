import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { join } from 'node:path';
import {
  scimErrorSchema,
  scimGroupSchema,
  scimListSchema,
  scimResourceTypesSchema,
  scimSchemasSchema,
  scimUserSchema,
} from '@orrery/contract';
import { expect } from 'vitest';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import { type ServedProject, type ServeOptions, serveProject } from '../serve-project.ts';
import { type StorePlace, migratedPlace } from '../servers/store-place.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The body is from our own service; the tests assert the relevant fields.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole header; that of an admin's key unless given. */
  readonly authorization?: string | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const attributeUrn = 'urn:orrery:params:1.0:UserAttribute';
export const attributeAlias = 'urn:cube:params:1.0:UserAttribute';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface ScimServiceOptions
  extends Pick<
    ServeOptions,
    'environment' | 'log' | 'isProduction' | 'mapNetworks' | 'signInNetworks' | 'documentNetworks'
  > {
  readonly now?: () => number;
  /** Folder of the project, in place of the one of the attacks. */
  readonly project?: string;
}

/** A server that tests call over SCIM as identity providers do. */
export class ScimService implements AsyncDisposable {
  readonly served: ServedProject;
  readonly key: string;
  readonly adminId: number;
  readonly #place: StorePlace;

  private constructor(served: ServedProject, place: StorePlace, key: string, adminId: number) {
    this.served = served;
    this.#place = place;
    this.key = key;
    this.adminId = adminId;
  }

  static async open(kind: StorePlace['kind'], options: ScimServiceOptions = {}): Promise<ScimService> {
    const { environment, project = join(import.meta.dirname, '../attacks/project'), ...rest } = options;
    const place = await migratedPlace(kind);
    const served = await serveProject(project, {
      environment: { ...place.environment, ...environment },
      ...rest,
    });
    const { changes, accounts, apiKeys, accountId } = served.composition.metadata;
    const admin = await accounts.ensureAdmin(accountId);
    if (!admin) throw new Error('there is no admin');
    const made = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: admin.id, name: 'scim', deployments: 'all' }),
    );
    return new ScimService(served, place, made.text, admin.id);
  }

  get metadata() {
    return this.served.composition.metadata;
  }

  get base(): string {
    return `${this.served.origin}/api/scim/v2`;
  }

  /** The key of an existing user, or of one who is created for it. */
  async keyOf(user: { readonly id: number } | Role, deployments: 'all' | readonly number[] = 'all'): Promise<string> {
    const { changes, users, apiKeys, accountId } = this.metadata;
    const owner =
      typeof user === 'string'
        ? await changes.make({ accountId, by: { via: 'command' } }, (change) =>
            users.create(change, { username: `${user}-${crypto.randomUUID()}`, role: user }),
          )
        : user;
    return (
      await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        apiKeys.create(change, { userId: owner.id, name: 'test', deployments }),
      )
    ).text;
  }

  /** Every answer has the shape that the contract gives it. */
  async ask(method: Method, path: string, { body, headers, authorization }: Ask = {}): Promise<ScimAnswer> {
    const isText = typeof body === 'string';
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        authorization: authorization ?? `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
    checkShape(path, answer);
    return answer;
  }

  get(path: string, headers: Ask['headers'] = {}): Promise<ScimAnswer> {
    return this.ask('GET', path, { headers });
  }

  list(path: string, query: Readonly<Record<string, string>> = {}): Promise<ScimAnswer> {
    return this.get(`${path}?${new URLSearchParams(query)}`);
  }

  patch(path: string, ...operations: readonly Json[]): Promise<ScimAnswer> {
    return this.ask('PATCH', path, { body: { schemas: [patchUrn], Operations: operations } });
  }

  /** A user who exists afterwards. */
  async user(userName: string, more: Json = {}): Promise<ScimAnswer['body']> {
    const made = await this.ask('POST', '/Users', { body: { schemas: [userUrn], userName, ...more } });
    expect([made.status, made.body?.detail]).toEqual([201, undefined]);
    return made.body;
  }

  async group(displayName: string, ...members: readonly string[]): Promise<ScimAnswer['body']> {
    const body = { schemas: [groupUrn], displayName, members: members.map((value) => ({ value })) };
    const made = await this.ask('POST', '/Groups', { body });
    expect([made.status, made.body?.detail]).toEqual([201, undefined]);
    return made.body;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served.close();
    await this.#place.remove();
  }
}

export function expectError(answer: ScimAnswer, status: number, scimType?: string): void {
  expect([answer.status, answer.body?.scimType]).toEqual([status, scimType]);
}

function listSchemaOf(path: string) {
  if (/^\/Schemas/i.test(path)) return scimSchemasSchema;
  return /^\/ResourceTypes/i.test(path) ? scimResourceTypesSchema : scimListSchema;
}

function checkShape(path: string, { status, body, headers }: ScimAnswer): void {
  if (status >= 400) {
    expect(scimErrorSchema.parse(body).status).toBe(String(status));
    return;
  }
  if (body === undefined) return;
  expect(headers.get('content-type')).toMatch(/^application\/(scim\+)?json; charset=utf-8$/);
  if (Array.isArray(body.Resources)) {
    const list = listSchemaOf(path).parse(body);
    expect(list.Resources).toHaveLength(list.itemsPerPage);
  } else if (!/ttributes=/.test(path) && body.meta?.resourceType === 'User') scimUserSchema.parse(body);
  else if (!/ttributes=/.test(path) && body.meta?.resourceType === 'Group') scimGroupSchema.parse(body);
}
