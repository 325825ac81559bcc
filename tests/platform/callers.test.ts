import {
  allScimOperations,
  dataOperations,
  deployOperations,
  descriptionOperations,
  mcpOperations,
  oauthOperations,
  type Operation,
  platformOperations,
  processOperations,
  startKeyOperations,
} from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages as applicationPages } from '../../apps/console/src/pages.ts';
import { type Caller, Callers } from './callers.ts';

const dataBases = [
  '/cubejs-api',
  '/d/:deploymentId/cubejs-api',
  '/dev-mode/:branch/cubejs-api',
  '/d/:deploymentId/dev-mode/:branch/cubejs-api',
];

/** Every operation of the process, with the addresses it serves. */
const faces: readonly { readonly bases: readonly string[]; readonly operations: readonly Operation[] }[] = [
  { bases: ['/api/v1'], operations: platformOperations },
  { bases: ['/api/v1'], operations: Object.values<Operation>(startKeyOperations) },
  { bases: ['/api/scim/v2'], operations: allScimOperations },
  { bases: dataBases, operations: Object.values<Operation>(dataOperations) },
  { bases: ['/build/deploy'], operations: Object.values<Operation>(deployOperations) },
  { bases: ['/api'], operations: Object.values(descriptionOperations) },
  { bases: ['/api/mcp'], operations: Object.values<Operation>(mcpOperations) },
  { bases: [''], operations: Object.values<Operation>(oauthOperations) },
  { bases: [''], operations: Object.values(processOperations) },
];
const routes = faces.flatMap(({ bases, operations }) =>
  operations.flatMap((operation) =>
    bases.map((base) => ({
      operation,
      url: `${base}${operation.path}`,
      name: `${operation.method} ${base}${operation.path}`,
    })),
  ),
);
/** Pages for browsers, which are no operations: everybody gets the same. */
const pages: readonly string[] = [
  '/embed/dashboard/:publicId',
  '/embed/d/:deploymentId/dashboard/:publicId',
  '/embed/d/:deploymentId/app',
  '/embed/chat',
  '/embed/d/:deploymentId/chat',
  '/',
  '/embed/assets/:name',
  '/embed/host.js',
  '/embed/sandbox',
  '/assets/:name',
  '/sso/:providerKey/start',
  '/sso/:providerKey/callback',
  '/sso/:providerKey/initiate',
  '/sso/:providerKey/sign-out',
  '/sso/:providerKey/finish',
  '/sso/:providerKey/metadata',
  ...applicationPages.map(({ path }) => path),
];
/** Forms that pages of other sites, and providers, send here. */
const forms: readonly string[] = ['initiate', 'back-channel-logout', 'callback'].map(
  (page) => `POST /sso/:providerKey/${page}`,
);
const unknown = 999_999;
/** Operations of faces that know viewers, if only to refuse them. */
const takesViewers: readonly Operation[] = [platformOperations, deployOperations, mcpOperations].flatMap(
  (operations): Operation[] => Object.values(operations),
);

type Outcome = 'reached' | 'unknown caller' | 'refused' | 'not found';

let callers: Callers;

beforeAll(async () => {
  callers = await Callers.open();
});

afterAll(() => callers[Symbol.asyncDispose]());

describe('every operation, called by every kind of caller', () => {
  it.each(routes)('$name', async ({ operation, url }) => {
    if (url.startsWith('/dev-mode') || url.includes('/dev-mode/')) return; // the project has no branches
    for (const caller of callers.all) {
      const expected = expectedOf(operation, caller, url);
      const { status, text } = await ask(operation, url, caller, 1);
      expect([caller.name, outcomeOf(status, text, operation, expected), text]).toEqual([caller.name, expected, text]);
      if (caller.isScoped && !caller.access && operation.takes.allDeployments)
        expect(text).toContain('This takes an API key for all deployments; this one is for deployment 1');
    }
  });

  const ofDeployments = platformOperations.filter(({ takes }) => takes.onDeployment);

  it.each(ofDeployments)('$method $path, of a missing deployment', async (operation) => {
    for (const caller of callers.all) {
      const { status, text } = await ask(operation, `/api/v1${operation.path}`, caller, unknown);
      const here = expectedOf(operation, caller, '');
      const isAllowed =
        (here === 'reached' || here === 'not found' || isRefusedForLevel(operation, caller)) &&
        !caller.isScoped &&
        caller.kind !== 'viewer';
      const expected = here === 'unknown caller' ? 401 : isAllowed ? 404 : 403;
      expect([caller.name, status, text]).toEqual([caller.name, expected, text]);
    }
  });
});

it('the service serves the operations of the tables and no others', async () => {
  const { app } = callers.service.served.composition;
  const known = routes.flatMap(({ operation: { method, alsoBy }, url }) =>
    [method, ...(alsoBy ? [alsoBy] : [])].map((one) => `${one} ${url}`),
  );
  const served = servedBy(app.printRoutes({ commonPrefix: false }));
  expect(known.filter((route) => !served.includes(route))).toEqual([]);
  const isPage = (route: string) => pages.some((page) => new RegExp(`^(?:GET|HEAD) ${page}/?\\*?$`).test(route));
  expect(forms.filter((route) => !served.includes(route))).toEqual([]);
  const others = served.filter((route) => ![...known, ...forms].includes(route) && !isPage(route));
  for (const route of others) {
    const [method = '', url = ''] = route.split(' ');
    if (method === 'HEAD') expect([route, known.includes(`GET ${url}`) || isOfScim(url)]).toEqual([route, true]);
    else if (method === 'OPTIONS') expect(url).toBe('*');
    else {
      // SCIM itself answers for the operations it does not support.
      const { status } = await callers.ask(method, url.replace(':id', 'x'), undefined, `Bearer ${callers.service.key}`);
      expect([route, isOfScim(url), [405, 501].includes(status)]).toEqual([route, true, true]);
    }
  }
});

const isOfScim = (url: string) => url.startsWith('/api/scim/v2/');

async function ask(operation: Operation, url: string, caller: Caller, deploymentId: number) {
  const numbers = { deploymentId, environmentId: 1, ...(await callers.numbersFor(operation)) };
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'publicId'
      ? callers.publicId
      : name === 'embedTenantName'
        ? 'nobody-co'
        : name === 'accountName'
          ? 'default'
          : name === 'agentId'
            ? 'auto'
            : String((numbers as Readonly<Record<string, number>>)[name] ?? unknown),
  );
  const query = operation.id === 'getResourcePolicies' ? `?resourceType=Folder&resourceId=${unknown}` : '';
  const example = operation.example as { readonly workbookId?: number } | undefined;
  const body = example?.workbookId === undefined ? example : { ...example, workbookId: Number(path.split('/')[6]) };
  const isRead = operation.method === 'GET';
  // Tokens of the Data API are sent without a scheme elsewhere.
  const scheme = url === '/api/mcp' && caller.kind === 'token' ? 'Bearer ' : '';
  const authorization = caller.authorization === undefined ? undefined : `${scheme}${caller.authorization}`;
  return callers.ask(operation.method, `${path}${query}`, isRead ? undefined : body, authorization);
}

/** Returns the outcome that the table of operations requires, computed independently of the server. */
function expectedOf(operation: Operation, caller: Caller, url: string): Outcome {
  const { takes } = operation;
  const { isAdmin, allDeployments, onAccount, onDeployment, onItem, onAgent, scope } = takes;
  if (takes.callers === 'anybody') return 'reached';
  const ofAccess = caller.access && refusalOfAccess(operation, caller.access, url);
  if (ofAccess) return ofAccess;
  if (scope !== undefined) {
    if (caller.kind !== 'token' || caller.isForeign) return 'unknown caller';
    return scope === 'any' || caller.scopes?.has(scope) ? 'reached' : 'refused';
  }
  if (url === '/metrics' && caller.kind === 'scraper') return 'reached';
  if (url === '/api/mcp' && caller.kind === 'token') return caller.isForeign ? 'unknown caller' : 'reached';
  if (caller.kind === 'viewer' && takesViewers.includes(operation)) return expectedOfViewer(takes, caller);
  if (caller.kind !== 'person') return 'unknown caller';
  if (takes.callers.includes('viewer') && !takes.callers.includes('person')) return 'refused';
  if (takes.isSessionOnly) return 'refused';
  if (url === '/metrics' && caller.isForeign) return 'refused';
  if (isAdmin && !caller.isAdmin) return 'refused';
  if (allDeployments && caller.isScoped) return 'refused';
  // Whether there is such a key is for keys of all deployments.
  if (operation.idOf === 'API key' && caller.isScoped) return 'refused';
  if (onDeployment && !caller.rights?.has(onDeployment)) return 'refused';
  if (onDeployment && caller.isForeign) return 'not found';
  if (onAgent && caller.isForeign) return 'not found';
  if (onAccount && !caller.rights?.has(onAccount)) return 'refused';
  if (onItem === undefined || caller.level === 'full') return 'reached';
  if (caller.level === undefined) return 'not found';
  return onItem.level === 'full' ? 'refused' : 'reached';
}

/** Operations of the Platform API that take other scopes than their method says, written by hand. */
const readingByPost = ['deploymentToken', 'reportAccess', 'loadDashboard', 'suggestDashboardValues'];
const ofChats = ['streamChatState', 'abortChat', 'getChatReceipt'];
const readingChats = ['getChatThreads', 'getChatThread', 'readChatThread', 'getChatThreadReceipts'];
/** They make credentials, or show them, or say who makes them, or end those of a browser. */
const ofCredentials = [
  ...['createApiKey', 'updateApiKey', 'changePassword', 'createUser', 'inviteUser', 'resetPassword'],
  ...['createDeploymentEnvironmentToken', 'createDeploymentEnvironmentTokenForMetaSync'],
  ...[
    'createSignInProvider',
    'updateSignInProvider',
    'deleteSignInProvider',
    'updateSignInPolicy',
    'deleteSignInIdentity',
    'readSamlMetadata',
  ],
  ...['createOAuthClient', 'updateOAuthClient', 'rotateOAuthClientSecret', 'deleteOAuthClient'],
  ...['signOut', 'signOutOfFrame', 'readConnectRequest', 'answerConnectRequest'],
];

/** @returns how an access token is refused, computed independently of the server; `undefined`: as far as it goes, it is not */
function refusalOfAccess(
  { method, id, path }: Operation,
  { scopes, isForMcp, isEnded }: NonNullable<Caller['access']>,
  url: string,
): Outcome | undefined {
  const isTaken = /^\/api\/(?:v1|scim\/v2|mcp)(?:\/|$)/.test(url === '' ? '/api/v1/' : url);
  if (isEnded || !isTaken) return 'unknown caller';
  if (isForMcp && url !== '/api/mcp') return 'unknown caller';
  const isReading = method === 'GET' || readingByPost.includes(id) || path.endsWith('/.search');
  const needed = () => {
    if (url === '/api/mcp') return ['mcp-agent-access'];
    if (ofCredentials.includes(id) && !url.startsWith('/api/scim')) return [];
    if (ofChats.includes(id)) return ['platform', 'mcp-agent-access'];
    if (readingChats.includes(id)) return ['platform', 'platform:read', 'mcp-agent-access'];
    return isReading ? ['platform', 'platform:read'] : ['platform'];
  };
  return scopes.some((each) => needed().includes(each)) ? undefined : 'refused';
}

/** Items of the test are in the workspace of the account, which no viewer sees. */
function expectedOfViewer({ viewers, onItem }: Operation['takes'], { session }: Caller): Outcome {
  const sessions = { locked: ['locked', 'read', 'creator'], read: ['read', 'creator'], creator: ['creator'] };
  if (viewers === undefined || !sessions[viewers].includes(session ?? '')) return 'refused';
  return onItem ? 'not found' : 'reached';
}

/** Refused because of the rights on the item, not earlier. */
function isRefusedForLevel(
  { takes: { onItem, onAccount, onDeployment } }: Operation,
  { rights, level }: Caller,
): boolean {
  const isHere = onDeployment !== undefined && rights?.has(onDeployment) === true;
  if (!isHere) return false;
  return (onItem?.level === 'full' && level === 'edit') || (onAccount !== undefined && !rights.has(onAccount));
}

/** Handlers that are reached answer for themselves: with 404 for unknown ids, with 403 for a wrong password. */
function outcomeOf(status: number, text: string, { id, takes }: Operation, expected: Outcome): Outcome {
  if (takes.callers === 'anybody' && (status < 400 || !/Only|takes the right|header isn't set/.test(text)))
    return 'reached';
  if (status === 401) return 'unknown caller';
  if (status === 403) return isOfHandler(id, text) ? 'reached' : 'refused';
  const isHandled = takes.onItem === undefined && expected === 'reached';
  return status === 404 && !isHandled ? 'not found' : 'reached';
}

/** Refusals of a handler: of a wrong password, and of users whom a caller may not ask as. */
function isOfHandler(id: string, text: string): boolean {
  if (id === 'changePassword') return text.includes('password');
  return text.includes('asks for this user only') || text.includes('belongs to another user');
}

/** Routes such as `GET /livez`, from the tree that Fastify prints. */
function servedBy(tree: string): readonly string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const drawn = /^(.*?)── (\S*) \((.*)\)/.exec(line);
    if (!drawn) return [];
    const [, indent = '', part = '', methods = ''] = drawn;
    const depth = Math.floor(indent.length / 4);
    above.length = depth;
    above.push(part);
    return methods.split(', ').map((method) => `${method} ${above.join('')}`);
  });
}
