import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout } from 'node:timers/promises';
import { storeKinds } from '../servers/store-place.ts';
import { ViewerService } from './viewer-service.ts';

const wait = 300;

// SQLite has one writer at a time.
describe.each(storeKinds.filter((kind) => kind === 'postgres'))('a session that is being exchanged, on %s', (kind) => {
  let viewers: ViewerService;

  beforeAll(async () => {
    viewers = await ViewerService.open(kind);
  });

  afterAll(() => viewers[Symbol.asyncDispose]());

  const database = () => viewers.service.metadata.store.database;

  /** A viewer with a token and another session, whose exchange waits at its end until `work` is done. */
  async function whileExchanged(externalId: string, work: (userId: number) => void): Promise<number> {
    const given = { deploymentId: 1, externalId, embedTenantName: 'acme-corp' };
    const token = await viewers.tokenFor(given);
    const userId = Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub);
    const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', given)).body;
    let exchanged: Promise<unknown> | undefined;
    await database()
      .transaction()
      .execute(async (transaction) => {
        // The token of an exchange refers to its user.
        await transaction.selectFrom('account_user').select('id').where('id', '=', userId).forUpdate().execute();
        exchanged = viewers.ask('POST', '/api/v1/embed/session/token', { sessionId });
        await setTimeout(wait);
        work(userId);
        await setTimeout(wait);
      });
    await exchanged;
    return userId;
  }

  const tokensOf = (userId: number) =>
    database().selectFrom('embed_token').select('jti').where('user_id', '=', userId).execute();

  it('ends with all sessions of its viewer', async () => {
    let revoked: ReturnType<ViewerService['ask']> | undefined;
    const userId = await whileExchanged('u1', (id) => {
      revoked = viewers.ask('DELETE', `/api/v1/embed-tenants/acme-corp/users/${id}/sessions`);
    });
    expect((await revoked)?.status).toBe(204);
    expect(await tokensOf(userId)).toEqual([]);
  });

  it('ends with the secret that signs its token', async () => {
    let rotated: Promise<void> | undefined;
    const { changes, embedSecrets, accountId } = viewers.service.metadata;
    const userId = await whileExchanged('u2', () => {
      rotated = changes.changeRights({ accountId, by: { via: 'command' } }, (change) => embedSecrets.rotate(change));
    });
    await rotated;
    expect(await tokensOf(userId)).toEqual([]);
  });
});
