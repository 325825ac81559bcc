import type { ClientService, OAuthClient } from '@orrery/people';
import { isLoopbackRedirect, matchesRedirect, type OwnAddresses, redirectFault } from '../address/index.ts';
import { readScopes } from '../scope/index.ts';
import type { Authorization, AuthorizationErrorCode, PageFault, RedirectFault } from './authorization.ts';

interface AuthorizationContext {
  readonly clients: Pick<ClientService, 'find'>;
  readonly addresses: Pick<OwnAddresses, 'isResource'>;
  /** The account of the person who is signed in; absent: not known yet. */
  readonly accountId?: number | undefined;
}

/** Longer addresses do not fit into the headers of the redirects that follow. */
export const mostCharacters = 8_192;
const challengeForm = /^[A-Za-z0-9_-]{43}$/;

const unknownClient =
  'The application that sent you here is not known to this server. Remove the connection in the application, and connect again.';

type FaultOf = (error: AuthorizationErrorCode, sentence: string) => RedirectFault;

/**
 * Reads the query of an authorization request (RFC 6749 section 4.1.1, RFC 7636, RFC 8707). The page of consent and its
 * operations read the same query by the same function.
 *
 * @param query without its question mark
 */
export async function readAuthorization(
  query: string,
  context: AuthorizationContext,
): Promise<Authorization | PageFault | RedirectFault> {
  if (query.length > mostCharacters) return onPage('The address that the application sent you to is too long.');
  const parameters = new URLSearchParams(query);
  for (const name of ['client_id', 'redirect_uri']) {
    if (parameters.getAll(name).length > 1) return onPage(`The application named ${name} more than once.`);
  }
  const client = await clientOf(parameters.get('client_id') ?? '', context);
  if (!client) return onPage(unknownClient);
  const given = parameters.get('redirect_uri') || undefined;
  const redirectUri = redirectOf(client, given);
  if (redirectUri === undefined) {
    return onPage('The application asked to be answered at an address that it has not registered here.');
  }
  const repeated = repeatedIn(parameters);
  const state = repeated === 'state' ? undefined : (parameters.get('state') ?? undefined);
  const isTrusted = client.kind === 'own' || client.kind === 'admin' || isLoopbackRedirect(redirectUri);
  const faultOf: FaultOf = (error, sentence) => {
    return { kind: 'redirect', error, sentence, client, redirectUri, state, isTrusted };
  };
  const fault = faultIn({ parameters, repeated, client, context }, faultOf);
  if (fault) return fault;
  return {
    kind: 'authorization',
    client,
    redirectUri,
    redirectWasGiven: given !== undefined,
    challenge: parameters.get('code_challenge') ?? '',
    scopes: readScopes(parameters.get('scope') ?? undefined, client.defaultScopes),
    resource: parameters.get('resource') || undefined,
    state,
    prompt: promptOf(parameters),
    isTrusted,
  };
}

const onPage = (sentence: string): PageFault => ({ kind: 'page', sentence });

/** Finds the client. One of another account is answered like one that does not exist. */
async function clientOf(id: string, { clients, accountId }: AuthorizationContext): Promise<OAuthClient | undefined> {
  const client = id === '' ? undefined : await clients.find(id);
  const isForeign = client?.accountId !== undefined && accountId !== undefined && client.accountId !== accountId;
  return isForeign ? undefined : client;
}

/** @returns the address as the client gets its answer there; `undefined` when it is not one of the client's */
function redirectOf(client: OAuthClient, given: string | undefined): string | undefined {
  const { redirectUris, kind } = client;
  // A document may change between the question and the answer, and the only address in it with it.
  if (given === undefined && kind === 'document') return undefined;
  if (given === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined;
  if (kind === 'own' && isLoopbackRedirect(given) && redirectFault(given) === undefined) return given;
  const isPublic = client.authMethod === 'none';
  return redirectUris.some((each) => matchesRedirect(each, given, { isPublic })) ? given : undefined;
}

function repeatedIn(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find((name, index, names) => names.indexOf(name) !== index);
}

interface GivenParameters {
  readonly parameters: URLSearchParams;
  readonly repeated: string | undefined;
  readonly client: OAuthClient;
  readonly context: AuthorizationContext;
}

/** Looks for faults that the client is informed of. */
function faultIn(
  { parameters, repeated, client, context }: GivenParameters,
  faultOf: FaultOf,
): RedirectFault | undefined {
  if (repeated === 'resource') return faultOf('invalid_target', 'Only one resource can be asked for');
  if (repeated !== undefined) return faultOf('invalid_request', 'A parameter is there more than once');
  if (parameters.has('request')) return faultOf('request_not_supported', 'Request objects are not supported');
  if (parameters.has('request_uri')) return faultOf('request_uri_not_supported', 'request_uri is not supported');
  const type = parameters.get('response_type');
  if (type === null) return faultOf('invalid_request', 'response_type is missing: it is code');
  if (type !== 'code') return faultOf('unsupported_response_type', 'The only response_type is code');
  if (!['query', null].includes(parameters.get('response_mode'))) {
    return faultOf('invalid_request', 'The only response_mode is query');
  }
  if (!client.grantTypes.includes('authorization_code')) {
    return faultOf('unauthorized_client', 'The application is not registered for authorization codes');
  }
  const challenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !challengeForm.test(challenge)) {
    return faultOf('invalid_request', 'PKCE is required: a code_challenge, with code_challenge_method=S256');
  }
  const prompt = promptOf(parameters);
  if (prompt.has('none') && prompt.size > 1) return faultOf('invalid_request', 'prompt=none stands alone');
  const resource = parameters.get('resource') || undefined;
  if (resource === undefined || context.addresses.isResource(resource)) return undefined;
  return faultOf('invalid_target', 'The resource is no address of this server');
}

function promptOf(parameters: URLSearchParams): ReadonlySet<string> {
  return new Set(parameters.get('prompt')?.split(' ').filter(Boolean));
}
