import type { Recorder } from '../recorder.ts';

const back = 'https://assistant.example.com/back';
/** The verifier and the challenge of RFC 7636 appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Applications that people allow to act for them. Its person signs in with a browser. */
export async function tellApplications(api: Recorder, origin: string): Promise<void> {
  const body = { username: 'ann', password: 'staple battery horse correct' };
  const signedIn = await api.ask('signIn', { isStranger: true, isKept: false, headers: { origin }, body });
  const headers = { origin, cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const asAnn = { isStranger: true, headers };
  const clientId = await register(origin);
  const query = new URLSearchParams({
    ...{
      response_type: 'code',
      client_id: clientId,
      redirect_uri: back,
      scope: 'mcp-agent-access',
      state: 'af0ifjsldkj',
    },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  }).toString();
  const connect = async () => {
    const allowed = { query, isAllowed: true, deploymentIds: [1] };
    const { body: answer } = await api.ask('answerConnectRequest', { ...asAnn, body: allowed });
    await exchange(origin, clientId, new URL(answer.redirectTo).searchParams.get('code') ?? '');
  };
  await tellDevice(api, origin, asAnn);
  await api.ask('readConnectRequest', { ...asAnn, body: { query } });
  await connect();
  const { body: own } = await api.ask('getOwnOAuthGrants', { ...asAnn, parameters: { first: 10 } });
  await api.ask('endOwnOAuthGrant', { ...asAnn, parameters: { id: own.items[0].id } });
  await connect();
  const { body: again } = await api.ask('getOwnOAuthGrants', { ...asAnn, isKept: false, parameters: { first: 10 } });
  await api.ask('endOwnOAuthClient', { ...asAnn, parameters: { id: again.items[0].client.id } });
  await connect();
  const { body: grants } = await api.ask('getOAuthGrants', { parameters: { first: 10 } });
  const one = { parameters: { id: grants.items[0].id } };
  await api.ask('getOAuthGrant', one);
  await api.ask('endOAuthGrant', one);
  await tellClients(api);
}

/** An application that an admin makes. */
async function tellClients(api: Recorder): Promise<void> {
  const portal = { name: 'Portal', redirectUris: ['https://portal.example.com/oauth/callback'] };
  const { body: made } = await api.ask('createOAuthClient', { body: { ...portal, scopes: ['platform:read'] } });
  const one = { parameters: { id: made.id } };
  await api.ask('getOAuthClients', { parameters: { first: 1 } });
  await api.ask('getOAuthClient', one);
  await api.ask('updateOAuthClient', { ...one, body: { name: 'Customer portal' } });
  await api.ask('rotateOAuthClientSecret', one);
  await api.ask('deleteOAuthClient', one);
}

/** A command line whose code Ann types, and denies. */
async function tellDevice(api: Recorder, origin: string, asAnn: object): Promise<void> {
  const body = new URLSearchParams({ client_id: 'cube-cli' });
  const response = await fetch(`${origin}/auth/device/code`, { method: 'POST', body });
  const { user_code: userCode } = (await response.json()) as { readonly user_code: string }; // of RFC 8628
  await api.ask('readDeviceRequest', { ...asAnn, body: { userCode } });
  await api.ask('answerDeviceRequest', { ...asAnn, body: { userCode, isAllowed: false, deploymentIds: null } });
}

async function register(origin: string): Promise<string> {
  const response = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Assistant', redirect_uris: [back] }),
  });
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string }; // of RFC 7591
  return clientId;
}

async function exchange(origin: string, clientId: string, code: string): Promise<void> {
  const given = { grant_type: 'authorization_code', code, redirect_uri: back, client_id: clientId };
  const body = new URLSearchParams({ ...given, code_verifier: verifier });
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
  if (!response.ok) throw new Error(`the code is refused: ${await response.text()}`);
}
