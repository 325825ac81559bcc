import { signInProviderOperations as operations } from '@orrery/contract';
import { Conflict } from '@orrery/kernel';
import type { LinkedIdentities, ProviderService, SignInPolicy, SignInProvider } from '@orrery/people';
import type { ReadSamlMetadata } from '@orrery/sso';
import { type AccountsOfSignIns, accountOfSignIn } from '../session/account-of-sign-in.ts';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import {
  presentIdentity,
  presentMetadata,
  presentMethods,
  presentPolicy,
  presentProvider,
} from './present-provider.ts';

export interface SignInProviderServices extends AccountsOfSignIns {
  readonly signInProviders: ProviderService;
  readonly signInPolicy: SignInPolicy;
  readonly signInIdentities: LinkedIdentities;
  /** The public address of this server; absent while it is not known, and no provider can be used. */
  readonly ownAddress: () => string | undefined;
  readonly readSamlMetadata: ReadSamlMetadata;
  readonly clock: { now(): number };
}

const order = byNumber('sign-in providers');
const identityOrder = byNumber('identities');

/** Serves the providers that people of the account sign in by. */
export function serveSignInProviders(face: PlatformFace, services: SignInProviderServices): void {
  const { signInProviders, signInPolicy, signInIdentities } = services;
  const { ownAddress, readSamlMetadata, clock } = services;
  const present = (provider: SignInProvider) => presentProvider(provider, { own: ownAddress(), now: clock.now() });

  serve(face, operations.methods, async ({ query }) => {
    const accountId = await accountOfSignIn(query, services);
    // An unknown account takes the same time as one without providers.
    const providers = await signInProviders.list(accountId ?? 0);
    const policy = await signInPolicy.get(accountId ?? 0);
    return presentMethods(ownAddress() === undefined ? [] : providers, policy);
  });

  serve(face, operations.policy, async ({ accountId }) => presentPolicy(await signInPolicy.get(accountId)));

  serve(face, operations.updatePolicy, async ({ changeRights, caller: { sessionId }, body }) => {
    if (body.requiresProvider === true && ownAddress() === undefined) throw withoutAddress();
    return presentPolicy(await changeRights((change) => signInPolicy.update(change, body, sessionId)));
  });

  serve(face, operations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    const { afterId, most } = rangeFrom(page);
    const all = await signInProviders.list(accountId);
    const shown = all.filter(({ id }) => id > afterId).slice(0, most);
    return presentPage(shown, page, present);
  });

  serve(face, operations.create, async ({ changeRights, body }) =>
    present(await changeRights((change) => signInProviders.create(change, body))),
  );

  serve(face, operations.get, async ({ accountId, params: { id } }) =>
    present(await signInProviders.get(accountId, id)),
  );

  serve(face, operations.update, async ({ changeRights, params: { id }, body }) =>
    present(await changeRights((change) => signInProviders.update(change, id, body))),
  );

  serve(face, operations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => signInProviders.delete(change, id)),
  );

  serve(face, operations.readMetadata, async ({ makeChange, body }) => {
    const proposal = await readSamlMetadata(body);
    const attributes = { issuer: proposal.entityId, from: body.url ? withoutQuery(body.url) : 'text' };
    await makeChange((change) => change.record({ event: 'Uploaded identity provider metadata file', attributes }));
    return presentMetadata(proposal, clock.now());
  });

  serve(face, operations.identities, async ({ accountId, query }) => {
    const page = readPage(query, identityOrder);
    const range = { ...rangeFrom(page), userId: query.userId };
    return presentPage(await signInIdentities.list(accountId, range), page, presentIdentity);
  });

  serve(face, operations.unlink, ({ changeRights, params: { id } }) =>
    changeRights((change) => signInIdentities.unlink(change, id)),
  );
}

function withoutAddress(): Conflict {
  const message =
    'Nobody can sign in by a provider while the public address of this server is not set: ORRERY_PUBLIC_URL';
  return new Conflict('sign-in-policy.no-address', message);
}

/** Parameters of an address may be a secret of the provider. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
