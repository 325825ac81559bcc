import type { OAuthClient } from '@orrery/people';
import { expect, it } from 'vitest';
import { ClientDocuments } from './client-documents.ts';

const hourMs = 3_600_000;

/** Clients in memory, and a server whose answers a test gives. */
function opened() {
  let now = 0;
  const saved = new Map<string, OAuthClient>();
  const asked: { readonly address: string; answer(text: string): void }[] = [];
  const documents = new ClientDocuments({
    clients: {
      find: async (id) => saved.get(id),
      saveDocument: async (clientId, read, freshUntil) => {
        const client: OAuthClient = {
          ...{ id: saved.size + 1, accountId: undefined, clientId, kind: 'document', ...read },
          ...{ serviceUserId: undefined, documentHash: 'h', freshUntil, createdAt: now },
        };
        saved.set(clientId, client);
        return client;
      },
    },
    fetch: (input) =>
      new Promise((resolve) => {
        const headers = { 'content-type': 'application/json' };
        asked.push({ address: String(input), answer: (text) => resolve(new Response(text, { headers })) });
      }),
    clock: { now: () => now },
    log: { info: () => undefined },
  });
  return {
    asked,
    find: (address: string, userId = 1) => documents.find(address, { accountId: 1, userId }),
    wait: (ms: number) => {
      now += ms;
    },
    answerAll: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      for (const { address, answer } of asked.splice(0)) {
        answer(JSON.stringify({ client_id: address, redirect_uris: ['http://localhost/'] }));
      }
    },
  };
}

const addressOf = (index: number) => `https://app.example.com/${index}`;

it('one request serves all who wait for the same document, and sixteen run at a time, two of a person', async () => {
  const { asked, find, answerAll } = opened();
  const same = [find(addressOf(0), 1), find(addressOf(0), 2)];
  const indices = Array.from({ length: 15 }, (_, at) => at + 1);
  const others = indices.map((index) => find(addressOf(index), 1 + Math.floor(index / 2)));
  await expect.poll(() => asked.length).toBe(16);
  await expect(find(addressOf(16), 9)).rejects.toMatchObject({ status: 503 });
  await answerAll();
  const clients = await Promise.all([...same, ...others]);
  expect(clients.map((client) => client?.clientId)).toEqual([0, 0, ...indices].map(addressOf));
  const later = find(addressOf(16), 9);
  await answerAll();
  expect((await later)?.name).toBe('Unnamed application');
});

it('a person whose requests are not answered stops nobody else', async () => {
  const { asked, find, answerAll } = opened();
  const slow = [0, 1].map((index) => find(addressOf(index), 1));
  await expect.poll(() => asked.length).toBe(2);
  await expect(find(addressOf(2), 1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 });
  const good = find(addressOf(3), 2);
  await expect.poll(() => asked.length).toBe(3);
  await answerAll();
  expect((await good)?.clientId).toBe(addressOf(3));
  await Promise.all(slow);
});

it('a known application goes on for a day while no request may begin', async () => {
  const { asked, find, answerAll, wait } = opened();
  const known = find(addressOf(0));
  await answerAll();
  await known;
  wait(2 * hourMs);
  const slow = [1, 2].map((index) => find(addressOf(index)));
  await expect.poll(() => asked.length).toBe(2);
  expect((await find(addressOf(0)))?.clientId).toBe(addressOf(0));
  wait(24 * hourMs);
  await expect(find(addressOf(0))).rejects.toMatchObject({ status: 429 });
  await answerAll();
  await Promise.all(slow);
});

it('a document that a clock far ahead has saved is asked for again', async () => {
  const { asked, find, answerAll, wait } = opened();
  wait(1_000 * hourMs);
  const ahead = find(addressOf(0));
  await answerAll();
  await ahead;
  wait(-1_000 * hourMs);
  const again = find(addressOf(0));
  await expect.poll(() => asked.length).toBe(1);
  await answerAll();
  await again;
});

it('a person causes 30 requests in an hour, and others go on', async () => {
  const { find, answerAll, wait } = opened();
  const read = async (index: number, userId?: number) => {
    const found = find(addressOf(index), userId);
    await answerAll();
    return found;
  };
  for (let index = 0; index < 30; index++) {
    await read(index);
    wait(1_000);
  }
  await find(addressOf(3)); // it is known
  await expect(find(addressOf(30))).rejects.toMatchObject({ status: 429, retryAfterSeconds: hourMs / 1_000 - 30 });
  expect((await read(30, 2))?.clientId).toBe(addressOf(30));
  wait(hourMs - 30_000);
  expect((await read(31))?.clientId).toBe(addressOf(31));
  await expect(find(addressOf(32))).rejects.toMatchObject({ status: 429 });
});
