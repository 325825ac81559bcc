import type { Operation } from '@orrery/contract';
import type { OAuthScope } from '@orrery/kernel';
import { ScimService } from '../scim/scim-service.ts';

/** A caller, with the credential they send and the rights they have. */
export interface Caller {
  readonly name: string;
  /** The header; absent: none. */
  readonly authorization?: string;
  readonly kind: 'nobody' | 'person' | 'viewer' | 'token' | 'scraper';
  /** The session of a viewer. */
  readonly session?: 'locked' | 'read' | 'creator' | undefined;
  readonly isAdmin?: boolean;
  /** Whether their key is for deployment 1 alone. */
  readonly isScoped?: boolean;
  /** Whether they belong to another account. */
  readonly isForeign?: boolean;
  /** Rights that their built-in role or one of their custom roles gives them. */
  readonly rights?: ReadonlySet<string>;
  /** Level at which the items of this test are shared with them. */
  readonly level?: 'full' | 'edit';
  /** Scopes of their token. */
  readonly scopes?: ReadonlySet<string>;
  /** The access token by which an application acts for them. */
  readonly access?: {
    readonly scopes: readonly OAuthScope[];
    /** Whether it is for the MCP server alone. */
    readonly isForMcp?: true;
    /** Whether what it follows from has ended. */
    readonly isEnded?: true;
  };
}

/** Rights of the roles, written by hand and not taken from the code under test. */
const reading = ['DeploymentRead', 'DeploymentAgentRead'];
const exploring = [...reading, 'AIBIExplore'];
const developing = [
  ...exploring,
  ...['DeploymentCreate', 'DeploymentUpdate', 'DeploymentDelete', 'SchemaRead', 'SchemaUpdate', 'SqlRunnerRead'],
];
const everything = [...developing, 'AuditLogManage', 'ChartPalettesManage', 'DashboardThemesManage'];

const everyScope = ['mcp-agent-access', 'platform', 'platform:read', 'offline_access'] as const;

const metricsToken = 'a-token-that-scrapers-of-metrics-send';

export class Callers implements AsyncDisposable {
  readonly service: ScimService;
  readonly all: readonly Caller[];
  /** The dashboard that one of the viewers may open, and no other. */
  readonly publicId: string;
  readonly #explorerId: number;

  private constructor(service: ScimService, all: readonly Caller[], explorerId: number, publicId: string) {
    this.publicId = publicId;
    this.service = service;
    this.all = all;
    this.#explorerId = explorerId;
  }

  static async open(): Promise<Callers> {
    const service = await ScimService.open('sqlite', { environment: { ORRERY_METRICS_TOKEN: metricsToken } });
    const { changes, users, roles, accounts, settings, accountId } = service.metadata;
    const by = { via: 'command' } as const;
    await changes.changeRights({ accountId, by }, (change) =>
      settings.update(change, { flags: { scim: true, useCreatorMode: true, evals: true } }),
    );
    const custom = { name: 'Auditors', base: 'viewer', actions: ['AuditLogManage'], policies: [] } as const;
    const { id: role } = await changes.changeRights({ accountId, by }, (change) =>
      roles.create(change, { ...custom, actions: [...custom.actions] }),
    );
    const auditor = await changes.changeRights({ accountId, by }, (change) =>
      users.create(change, { username: 'auditor', role: 'viewer', customRoles: [role] }),
    );
    const explorer = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'explorer', role: 'explorer' }),
    );
    const foreign = await accounts.create('another');
    await changes.changeRights({ accountId: foreign.id, by }, (change) =>
      settings.update(change, { flags: { evals: true } }),
    );
    const admin = { id: service.adminId };
    const person = (name: string, key: string, rights: readonly string[], more: Partial<Caller> = {}): Caller => ({
      ...{ name, kind: 'person', authorization: `Bearer ${key}`, rights: new Set(rights), ...more },
    });
    const token = (name: string, text: string, scopes: readonly string[], more: Partial<Caller> = {}): Caller => ({
      ...{ name, kind: 'token', authorization: text, scopes: new Set(scopes), ...more },
    });
    const tokenFor = async (deployment: number) =>
      (await askOf(service, 'POST', `/api/v1/deployments/${deployment}/token`)).body.cubeApiToken;
    const made = await askOf(service, 'POST', '/api/v1/deployments', { name: 'second' });
    const metaToken = await askOf(service, 'POST', '/api/v1/deployments/1/environments/1/tokens-for-meta-sync', {
      security_context: {},
    });
    const viewer = async (name: string, session: Caller['session'], given: object): Promise<Caller> => {
      const { body } = await askOf(service, 'POST', '/api/v1/embed/generate-session', { deploymentId: 1, ...given });
      const exchanged = await askOf(service, 'POST', '/api/v1/embed/session/token', body, '');
      return { name, kind: 'viewer', session, authorization: `Embed-Token ${exchanged.body.token}` };
    };
    const publicDashboardId = await publishedOf(service);
    const application = await applicationOf(service);
    const access = async (
      name: string,
      given: NonNullable<Caller['access']>,
      more: Partial<Caller> & { readonly accountId?: number; readonly userId?: number } = {},
    ): Promise<Caller> => {
      const { accountId: account = accountId, userId = admin.id, ...rest } = more;
      const text = await application.tokenOf(account, userId, given, rest.isScoped ? [1] : 'all');
      return person(name, text, everything, { isAdmin: true, access: given, ...rest });
    };
    const foreignAdmin = await firstUserOf(service, foreign.id);
    return new Callers(
      service,
      [
        { name: 'nobody', kind: 'nobody' },
        { name: 'a bad key', kind: 'nobody', authorization: 'Bearer sk-nonsense' },
        { name: 'a bad token', kind: 'nobody', authorization: 'nonsense' },
        person('an admin', service.key, everything, { isAdmin: true, level: 'full' }),
        person('an admin by a key for deployment 1', await service.keyOf(admin, [1]), everything, {
          ...{ isAdmin: true, isScoped: true, level: 'full' },
        }),
        person('a developer', await service.keyOf('developer'), developing),
        person('an explorer', await service.keyOf(explorer), exploring, { level: 'edit' }),
        person('a viewer', await service.keyOf('viewer'), reading),
        person('an auditor', await service.keyOf(auditor), [...reading, 'AuditLogManage']),
        person('an admin of another account', foreign.key, everything, { isAdmin: true, isForeign: true }),
        token('a token', await tokenFor(1), ['data', 'meta', 'sql', 'graphql']),
        token('a token for metadata', metaToken.body.data.token, ['meta']),
        token('a token of another deployment', await tokenFor(made.body.id), [], { isForeign: true }),
        await viewer('a viewer of embedded content', 'read', { externalId: 'u1', embedTenantName: 'acme-corp' }),
        await viewer('a creator', 'creator', { externalId: 'u1', embedTenantName: 'acme-corp', creatorMode: true }),
        await viewer('a viewer of one dashboard', 'locked', { externalId: 'u1', publicDashboardId }),
        await viewer('a user in a frame', 'read', { internalId: 'explorer' }),
        await access('an application', { scopes: ['platform', 'offline_access'] }, { level: 'full' }),
        await access('an application that reads', { scopes: ['platform:read'] }, { level: 'full' }),
        await access('an assistant', { scopes: ['mcp-agent-access'] }, { level: 'full' }),
        await access('an application without scopes of faces', { scopes: ['offline_access'] }, { level: 'full' }),
        await access('an application for deployment 1', { scopes: ['platform'] }, { isScoped: true, level: 'full' }),
        await access('an assistant at the MCP server', { scopes: [...everyScope], isForMcp: true }, { level: 'full' }),
        await access('an application that has ended', { scopes: [...everyScope], isEnded: true }),
        await access(
          'an application of another account',
          { scopes: [...everyScope] },
          {
            ...{ accountId: foreign.id, userId: foreignAdmin, isForeign: true },
          },
        ),
        { name: 'a scraper', kind: 'scraper', authorization: `Bearer ${metricsToken}` },
      ],
      explorer.id,
      publicDashboardId,
    );
  }

  ask(method: string, path: string, body?: unknown, authorization?: string) {
    return askOf(this.service, method, path, body, authorization ?? '');
  }

  /** Creates the item of the operation, for admins and, to edit, for the explorer; published if it can be. */
  async numbersFor({ takes: { onItem } }: Operation): Promise<Readonly<Record<string, number>>> {
    if (!onItem) return {};
    const kind = onItem.kind.toLowerCase();
    const place = `/api/v1/deployments/1/${kind}s`;
    const as = this.service.key;
    const name = `${kind} ${crypto.randomUUID()}`;
    const { id } = (await askOf(this.service, 'POST', place, { name })).body;
    const type = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const sharing = { resourceType: type, resourceId: id, userId: this.#explorerId, action: `${type}Edit` };
    await askOf(this.service, 'PUT', '/api/v1/resource-policies/user', sharing, `Bearer ${as}`);
    if (kind !== 'workbook') return { [`${kind}Id`]: id };
    const publishing = { workbookId: id, config: { widgets: [] } };
    const { versionId } = (await askOf(this.service, 'POST', `${place}/${id}/publish`, publishing)).body;
    return { workbookId: id, versionId };
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.service[Symbol.asyncDispose]();
  }
}

/** @returns an application that people have allowed to act for them, as far as the test says */
async function applicationOf({ metadata, served }: ScimService) {
  const { changes, oauthClients, oauthGrants } = metadata;
  const { client } = await oauthClients.register(
    {
      ...{ name: 'An application', authMethod: 'none', redirectUris: ['https://application.example/back'] },
      ...{ grantTypes: ['authorization_code', 'refresh_token'], defaultScopes: ['mcp-agent-access'] },
    },
    '192.0.2.1',
  );
  const tokenOf = async (
    accountId: number,
    userId: number,
    { scopes, isForMcp, isEnded }: NonNullable<Caller['access']>,
    deployments: 'all' | readonly number[],
  ): Promise<string> => {
    const author = { accountId, by: { via: 'command' } } as const;
    const resource = isForMcp ? `${served.origin}/api/mcp` : undefined;
    const tokens = await changes.make(author, (change) =>
      oauthGrants.begin(change, { client, userId, kind: 'code', scopes, resource, deployments }),
    );
    if (isEnded) await changes.changeRights(author, (change) => oauthGrants.end(change, tokens.grantId));
    return tokens.accessToken;
  };
  return { tokenOf };
}

async function firstUserOf({ metadata }: ScimService, accountId: number): Promise<number> {
  const { database } = metadata.store;
  const of = database.selectFrom('account_user').where('account_id', '=', accountId);
  return (await of.select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

/** @returns the name of a new dashboard that may be embedded */
async function publishedOf(service: ScimService): Promise<string> {
  const place = '/api/v1/deployments/1/workbooks';
  const { id } = (await askOf(service, 'POST', place, { name: 'for viewers' })).body;
  const publishing = { workbookId: id, config: { widgets: [] } };
  const { publicId } = (await askOf(service, 'POST', `${place}/${id}/publish`, publishing)).body;
  await askOf(service, 'PUT', `${place}/${id}/dashboard/embedding`, { allowEmbed: true });
  return publicId;
}

/** @param authorization header; an admin's unless given, none if `''` */
async function askOf(
  { served, key }: ScimService,
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bearer ${key}`,
) {
  const answer = await fetch(`${served.origin}${path}`, {
    method,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: answer.status, text, body: isJson ? JSON.parse(text.split('\n')[0] ?? '') : undefined };
}
