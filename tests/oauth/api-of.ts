import type { Metadata } from '../../packages/deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import type { Role } from '../../packages/kernel/src/caller/role.ts';

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line no-explicit-any -- what is in it, the tests say
  readonly body: any;
}

/** The Platform API of a server, as a credential uses it. */
export function apiOf(origin: string, credential: string) {
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

type Services = Pick<Metadata, 'accountId' | 'apiKeys' | 'changes' | 'users'>;

/** @returns the key of a new user of the account */
export async function keyOfNew({ accountId, apiKeys, changes, users }: Services, role: Role): Promise<string> {
  const author = { accountId, by: atTheCommandLine };
  const username = `${role}-${crypto.randomUUID()}`;
  const { id: userId } = await changes.make(author, (change) => users.create(change, { username, role }));
  const { text } = await changes.make(author, (change) =>
    apiKeys.create(change, { userId, name: 'own', deployments: 'all' }),
  );
  return text;
}

/** Sends a form to the authorization server. */
export async function postForm(
  origin: string,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer & { readonly headers: Headers }> {
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  const { status, headers: answered } = response;
  return { status, headers: answered, body: JSON.parse(await response.text()) };
}

/** The header by which a client proves its secret (RFC 6749 section 2.3.1). */
export function basicOf(clientId: string, secret: string): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}
