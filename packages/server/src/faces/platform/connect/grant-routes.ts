import { oauthGrantOperations } from '@orrery/contract';
import { NotFound } from '@orrery/kernel';
import type { GrantService, OAuthGrant } from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentGrant } from './present-grant.ts';

export interface OAuthGrantServices {
  readonly oauthGrants: Pick<GrantService, 'list' | 'end' | 'endOf'>;
}

const order = byNumber('connected applications');

/** Serves what people have allowed applications: to each person their own, to admins those of the account. */
export function serveOAuthGrants(face: PlatformFace, { oauthGrants }: OAuthGrantServices): void {
  /** @throws NotFound, also for those of other users and accounts */
  const grantOf = async (accountId: number, id: number, userId?: number): Promise<OAuthGrant> => {
    const [grant] = await oauthGrants.list(accountId, { userId, afterId: id - 1, most: 1 });
    if (grant?.id === id) return grant;
    throw new NotFound('oauth.unknown-grant', `There is no connected application ${id}`);
  };

  serve(face, oauthGrantOperations.listOwn, async ({ caller: { userId }, accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await oauthGrants.list(accountId, { ...rangeFrom(page), userId }), page, await presentGrant());
  });

  serve(face, oauthGrantOperations.endOwn, async ({ caller: { userId }, accountId, changeRights, params: { id } }) => {
    await grantOf(accountId, id, userId);
    await changeRights((change) => oauthGrants.end(change, id));
  });

  serve(
    face,
    oauthGrantOperations.endOwnOfClient,
    async ({ caller: { userId }, changeRights, params: { id: clientId } }) => {
      const count = await changeRights((change) => oauthGrants.endOf(change, { userId, clientId }));
      if (count === 0) throw new NotFound('oauth.unknown-client', `There is no connected application ${clientId}`);
    },
  );

  serve(face, oauthGrantOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    const { userId, clientId } = query;
    const grants = await oauthGrants.list(accountId, { ...rangeFrom(page), userId, clientId });
    return presentPage(grants, page, await presentGrant());
  });

  serve(face, oauthGrantOperations.get, async ({ accountId, params: { id } }) =>
    (await presentGrant())(await grantOf(accountId, id)),
  );

  serve(face, oauthGrantOperations.end, ({ changeRights, params: { id } }) =>
    changeRights((change) => oauthGrants.end(change, id)),
  );
}
