import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeKinds } from '../../../../tests/servers/store-place.ts';
import { type Memory, memoryBounds } from './memory.ts';
import { MemoryPlace } from './memory-place-fixture.ts';

const by = { via: 'command' } as const;

describe.each(storeKinds)('memories on %s', (kind) => {
  let place: MemoryPlace;
  let [ann, bob] = [0, 0];

  beforeEach(async () => {
    place = await MemoryPlace.open(kind);
    ann = await place.user('ann', { givenName: 'Ann' });
    bob = await place.user('bob');
  });

  afterEach(() => place[Symbol.asyncDispose]());

  const meaning = (term: string, text: string) => ({ kind: 'meaning', term, text }) as const;
  const list = (userId: number, sees: 'all' | 'readable' | 'own' = 'readable', filter = {}) =>
    place.service.list({ accountId: place.accountId, userId, sees }, 1, filter, { beforeId: undefined, most: 1_000 });
  const remove = (userId: number, id: number, sees: 'all' | 'readable' | 'own' = 'readable') =>
    place.metadata.changes.make({ accountId: place.accountId, by }, (change) =>
      place.service.delete(change, { accountId: place.accountId, userId, sees }, 1, id),
    );

  it('44: are shared in their space, kept for one user, or not kept at all', async () => {
    await place.tell(ann, 'shared');
    await place.tell(ann, 'of Ann', { mode: 'user' });
    expect(await place.tell(ann, 'nothing', { mode: 'disabled' })).toMatchObject({ kind: 'refused' });
    expect(await place.known(bob)).toEqual(['shared']);
    expect(await place.known(bob, { mode: 'user' })).toEqual([]);
    expect(await place.known(ann)).toEqual(['shared', 'of Ann']);
    expect(await place.known(ann, { mode: 'user' })).toEqual(['of Ann']);
    expect(await place.memories.forTurn(place.scope(ann, { mode: 'disabled' }))).toBeUndefined();
  });

  it('44: stay in their space, their deployment and their account', async () => {
    await place.tell(ann, 'in sales');
    await place.tell(ann, 'in sales, of Ann', { mode: 'user' });
    const { id: accountId } = await place.metadata.accounts.create('another');
    for (const elsewhere of [{ spaceId: place.spaces.web }, { deploymentId: 2 }, { accountId }] as const) {
      expect(await place.known(ann, elsewhere)).toEqual([]);
      expect(await place.known(ann, { ...elsewhere, mode: 'user' })).toEqual([]);
      const other = { accountId: place.accountId, deploymentId: 1, spaceId: 1, ...elsewhere };
      const [first] = await list(ann);
      await place.metadata.changes.make({ accountId: other.accountId, by }, (change) =>
        place.service.markUsed(change, other, [first?.id ?? 0]),
      );
      const forgetting = place.metadata.changes.make({ accountId, by }, (change) =>
        place.service.delete(change, { accountId, userId: ann, sees: 'all' }, 1, first?.id ?? 0),
      );
      await expect(forgetting).rejects.toThrow('There is no memory');
    }
    expect(await list(ann)).toHaveLength(2);
    expect((await list(ann)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([undefined, undefined]);
    const foreign = { accountId, userId: ann, sees: 'all' } as const;
    expect(await place.service.list(foreign, 1, {}, { beforeId: undefined, most: 10 })).toEqual([]);
    await expect(place.tell(ann, 'elsewhere', { accountId })).rejects.toThrow('There is no user');
  });

  it('of viewers are shared with viewers of their tenant alone', async () => {
    const [one, two] = [await place.viewer('one', 'acme-corp'), await place.viewer('two', 'acme-corp')];
    const [other, free, free2] = [
      await place.viewer('one', 'other-corp'),
      await place.viewer('one'),
      await place.viewer('two'),
    ];
    await place.tell(ann, 'of the account');
    await place.tell(one, 'of acme');
    await place.tell(free, 'of viewers without a tenant');
    expect(await place.known(two)).toEqual(['of acme']);
    expect(await place.known(other)).toEqual([]);
    expect(await place.known(free2)).toEqual(['of viewers without a tenant']);
    expect(await place.known(bob)).toEqual(['of the account']);
    // That others know it already is not told either.
    expect(await place.tell(other, 'of acme')).toMatchObject({ kind: 'kept' });
    expect(await place.known(other)).toEqual(['of acme']);
  });

  it('say who told them, when and where', async () => {
    const { database } = place.metadata.store;
    const agent = { deployment_id: 1, space_id: place.spaces.sales, name: 'a', created_at: 1 };
    const { id } = await database.insertInto('agent').values(agent).returning('id').executeTakeFirstOrThrow();
    const thread = { account_id: place.accountId, deployment_id: 1, agent_id: id, user_id: ann };
    const texts = { uid: 'thread-1', title: 't', search_key: 't', created_at: 1, updated_at: 1 };
    await database
      .insertInto('chat_thread')
      .values({ ...thread, ...texts })
      .execute();
    await place.tell(ann, meaning('churn', 'lost customers'), { chatId: 'thread-1' });
    const expected = {
      told: { kind: 'meaning', term: 'churn', text: 'lost customers' },
      author: 'Ann',
      isOwn: false,
      isChosen: false,
      toldAt: new Date(place.clock.now()),
      chatId: 'thread-1',
    };
    expect((await place.turn(bob)).known).toMatchObject([expected]);
    expect((await place.turn(ann)).known).toMatchObject([{ ...expected, isOwn: true }]);
    await database.deleteFrom('chat_thread').execute();
    expect((await place.turn(bob)).known).toMatchObject([{ ...expected, chatId: undefined }]);
  });

  it('that are equal are one', async () => {
    expect(await place.tell(ann, 'We sell  in\nOslo')).toMatchObject({ kind: 'kept' });
    expect(await place.tell(bob, 'we sell in oslo')).toMatchObject({
      kind: 'known',
      memory: { author: 'Ann', isOwn: false, told: { text: 'We sell in Oslo' } },
    });
    await Promise.all(Array.from({ length: 8 }, () => place.tell(bob, 'at once')));
    expect(await place.known(ann)).toEqual(['We sell in Oslo', 'at once']);
  });

  it('have one meaning of a term by each author, the last one', async () => {
    await place.tell(ann, meaning('active users', 'orders'));
    expect(await place.tell(ann, meaning('Active user', 'visits'))).toMatchObject({ kind: 'kept' });
    expect(await place.tell(ann, meaning('active users', 'visits'))).toMatchObject({ kind: 'known' });
    await place.tell(bob, meaning('active users', 'people'));
    expect(await place.known(ann)).toEqual(['visits', 'people']);
  });

  it.each([
    ['a text without words', { kind: 'fact', text: ' \n\u200b\0' } as const, 'no words'],
    ['a long text', { kind: 'fact', text: 'x'.repeat(1_001) } as const, '1000 letters'],
    ['a long term', meaning('x'.repeat(101), 'y'), '100 letters'],
    ['a term of signs', meaning('?!', 'y'), 'which word'],
    ['a term that explains itself', meaning('Orders', 'order'), 'by themselves'],
  ])('refuse %s', async (_, told, reason) => {
    const learned = await place.tell(ann, told);
    expect(learned).toMatchObject({ kind: 'refused' });
    expect(learned.kind === 'refused' ? learned.reason : '').toContain(reason);
    expect(await place.known(ann)).toEqual([]);
  });

  it('keep every letter that a store can keep', async () => {
    const text = `😀 ${'é'.repeat(990)}\ud800`;
    await place.tell(ann, `a\0b\u202e ${text}`.slice(0, 1_000));
    expect(await place.known(ann)).toEqual([`ab 😀 ${'é'.repeat(990)}`]);
  });

  it('are forgotten by their author beyond a bound, those unused for the longest time first', async () => {
    for (let index = 0; index < memoryBounds.ofAuthor; index += 1) {
      place.clock.time += 1;
      await place.tell(ann, `fact ${index}`);
    }
    await place.tell(bob, 'of Bob');
    const turn = await place.turn(ann);
    place.clock.time += 1;
    await turn.markUsed(turn.known.filter(({ told }) => told.text === 'fact 0').map(({ id }) => id));
    await place.tell(ann, 'one more', { mode: 'user' });
    const known = await place.known(ann);
    expect(known).toHaveLength(memoryBounds.ofAuthor + 1);
    expect(known).toEqual(expect.arrayContaining(['fact 0', 'one more', 'of Bob']));
    expect(known).not.toContain('fact 1');
  });

  it('are refused by a full space, which never forgets what another author told', async () => {
    const authors = await Promise.all(
      Array.from({ length: memoryBounds.shared / memoryBounds.ofAuthor }, (_, index) => place.user(`author${index}`)),
    );
    const row = (author: number, index: number) => ({
      ...{ account_id: place.accountId, deployment_id: 1, space_id: place.spaces.sales, user_id: null, term: null },
      ...{ author_id: author, kind: 'fact', text: `${author} ${index}`, equal_key: `${author} ${index}` },
      ...{ times_chosen: null, thread_uid: null, created_at: index + 1, last_used_at: null },
    });
    for (const author of authors) {
      const rows = Array.from({ length: memoryBounds.ofAuthor }, (_, index) => row(author, index));
      await place.metadata.store.database.insertInto('agent_memory').values(rows).execute();
    }
    const learned = await place.tell(ann, 'of Ann');
    expect(learned).toMatchObject({ kind: 'refused', reason: expect.stringContaining('have some deleted') });
    expect(await place.tell(ann, 'for me', { mode: 'user' })).toMatchObject({ kind: 'kept' });
    expect(await place.tell(authors[0] ?? 0, 'something new')).toMatchObject({ kind: 'kept' });
    const known = await place.known(bob);
    expect(known).toHaveLength(memoryBounds.shared);
    expect(known).toContain('something new');
    expect(known).not.toContain(`${authors[0]} 0`);
  });

  it('are learned from a choice that a user makes twice, for that user', async () => {
    const chosen = meaning('city', 'Store City');
    const turn = await place.turn(ann);
    expect(await turn.choose(chosen)).toBeUndefined();
    expect(await (await place.turn(bob)).choose(chosen)).toBeUndefined();
    expect(await place.known(ann)).toEqual([]);
    expect(await list(ann, 'all')).toEqual([]);
    expect(await turn.choose({ ...chosen, text: 'Customer City' })).toBeUndefined(); // begins anew
    expect(await turn.choose(chosen)).toBeUndefined();
    expect(await turn.choose(chosen)).toMatchObject({ told: chosen, isChosen: true, isOwn: true });
    expect(await turn.choose(chosen)).toBeUndefined(); // known by now
    expect(await place.known(ann)).toEqual(['Store City']);
    expect(await place.known(bob)).toEqual([]);
  });

  it('are listed for those who may read them, the newest first', async () => {
    await place.tell(ann, 'shared by Ann');
    await place.tell(ann, 'of Ann', { mode: 'user' });
    await place.tell(bob, 'shared by Bob', { spaceId: place.spaces.web });
    const texts = (memories: readonly Memory[]) => memories.map(({ told }) => told.text);
    expect(texts(await list(bob))).toEqual(['shared by Bob', 'shared by Ann']);
    expect(texts(await list(bob, 'own'))).toEqual(['shared by Bob']);
    expect(texts(await list(bob, 'all'))).toEqual(['shared by Bob', 'of Ann', 'shared by Ann']);
    expect(texts(await list(bob, 'all', { userId: ann }))).toEqual(['of Ann', 'shared by Ann']);
    expect(texts(await list(bob, 'all', { space: 'web' }))).toEqual(['shared by Bob']);
    expect(texts(await list(bob, 'readable', { userId: ann }))).toEqual(['shared by Ann']);
    expect(await list(ann, 'own')).toMatchObject([
      { space: 'sales', isShared: false, authorId: ann },
      { space: 'sales', isShared: true, authorId: ann },
    ]);
  });

  it('are deleted by their author and by admins', async () => {
    await place.tell(ann, 'shared');
    await place.tell(ann, 'of Ann', { mode: 'user' });
    const [own, shared] = await list(ann);
    await expect(remove(bob, shared?.id ?? 0)).rejects.toThrow('Only Ann and admins may delete this memory');
    await expect(remove(bob, own?.id ?? 0)).rejects.toThrow('There is no memory');
    await expect(remove(bob, shared?.id ?? 0, 'own')).rejects.toThrow('There is no memory');
    await remove(ann, shared?.id ?? 0);
    await remove(bob, own?.id ?? 0, 'all');
    expect(await list(ann, 'all')).toEqual([]);
  });

  it('go with their author, and are not used once the time of a viewer is over', async () => {
    const viewer = await place.viewer('one', undefined, { expiresAt: place.clock.now() + 1_000 });
    const reader = await place.viewer('two');
    await place.tell(viewer, 'of a viewer');
    await place.tell(ann, 'of Ann');
    expect(await place.known(reader)).toEqual(['of a viewer']);
    place.clock.time += 2_000;
    expect(await place.known(reader)).toEqual([]);
    await expect(place.tell(viewer, 'later')).rejects.toThrow('There is no user');
    await place.metadata.changes.changeRights({ accountId: place.accountId, by }, (change) =>
      place.metadata.users.delete(change, ann),
    );
    expect(await place.known(bob)).toEqual([]);
    const left = await place.metadata.store.database.selectFrom('agent_memory').select('text').execute();
    expect(left).toEqual([{ text: 'of a viewer' }]); // until the viewer is deleted
  });
});
