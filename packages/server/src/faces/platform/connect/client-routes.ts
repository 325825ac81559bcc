import { oauthClientOperations } from '@orrery/contract';
import type { AccountClients } from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentClient } from './present-client.ts';

export interface OAuthClientServices {
  readonly accountClients: AccountClients;
}

const order = byNumber('applications');

/** Serves the applications of the account. */
export function serveOAuthClients(face: PlatformFace, { accountClients }: OAuthClientServices): void {
  serve(face, oauthClientOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await accountClients.list(accountId, rangeFrom(page)), page, presentClient);
  });

  serve(face, oauthClientOperations.create, async ({ makeChange, body }) => {
    const { name, isConfidential = true, scopes = ['mcp-agent-access'] } = body;
    const input = { name, isConfidential, scopes, redirectUris: await readRedirects(body.redirectUris) };
    const { client, secret } = await makeChange((change) => accountClients.create(change, input));
    return { ...presentClient(client), clientSecret: secret ?? null };
  });

  serve(face, oauthClientOperations.get, async ({ accountId, params: { id } }) =>
    presentClient(await accountClients.get(accountId, id)),
  );

  serve(face, oauthClientOperations.update, async ({ changeRights, params: { id }, body }) => {
    const redirectUris = body.redirectUris && (await readRedirects(body.redirectUris));
    return presentClient(await changeRights((change) => accountClients.update(change, id, { ...body, redirectUris })));
  });

  serve(face, oauthClientOperations.rotateSecret, async ({ changeRights, params: { id } }) => {
    const { client, secret } = await changeRights((change) => accountClients.rotateSecret(change, id));
    return { ...presentClient(client), clientSecret: secret ?? null };
  });

  serve(face, oauthClientOperations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => accountClients.delete(change, id)),
  );
}

/** Checks addresses as a registration does. @throws InvalidFields */
async function readRedirects(uris: readonly string[]): Promise<readonly string[]> {
  const { redirectFault } = await import('@orrery/oauth');
  const faults = uris.flatMap((uri, index) => {
    const fault = redirectFault(uri);
    return fault === undefined ? [] : [{ path: `redirectUris.${index}`, message: fault }];
  });
  if (faults.length > 0) throw new InvalidFields(faults);
  return [...new Set(uris)];
}
