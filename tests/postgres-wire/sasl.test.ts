import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { readScramVerifier, scramVerifierText } from '../../packages/config/src/sql-users/scram-verifier.ts';
import type { SqlAccount } from '../../packages/server/src/faces/postgres/access/sql-accounts.ts';
import { fieldsOf, frame, raw, shortened, startup } from './raw-client.ts';
import { scriptedPort } from './scripted-port.ts';

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const choice = (mechanism: string, message: string, length = message.length) =>
  frame('p', Buffer.from(`${mechanism}\0`), int32(length), Buffer.from(message));

let account: SqlAccount;
beforeAll(async () => {
  const verifier = readScramVerifier(await scramVerifierText('pencil'))!;
  account = { name: 'bi', verifier, securityContext: {}, maySwitchTo: [], deploymentId: 1 };
});

describe('a sign-in of an account', () => {
  const begun = async () => {
    const server = await scriptedPort({ accounts: [account] });
    const client = await server.connect();
    client.send(startup({ user: 'bi', database: '1' }));
    const [asked] = await client.until('R');
    expect(asked?.body.toString('latin1')).toBe('\0\0\0\nSCRAM-SHA-256\0\0');
    return { ...server, client };
  };

  it.each([
    ['a password in clear', raw.password('pencil')],
    ['another mechanism', choice('SCRAM-SHA-1', 'n,,n=,r=abc')],
    ['a channel binding that was not offered', choice('SCRAM-SHA-256-PLUS', 'p=tls-server-end-point,,n=,r=abc')],
    ['no first message', choice('SCRAM-SHA-256', '', -1)],
    ['a length that lies', choice('SCRAM-SHA-256', 'n,,n=,r=abc', 2_000_000_000)],
    ['a long message', choice('SCRAM-SHA-256', `n,,n=,r=${'a'.repeat(3000)}`)],
    ['a statement', raw.query('rows 1')],
  ])('ends with %s', async (_, message) => {
    const { client, faults } = await begun();
    client.send(message);
    expect(shortened(await client.until('Z'))).toEqual(['E 08P01']);
    expect(faults).toEqual([]);
  });

  it('ends with a last message that has no proof', async () => {
    const { client } = await begun();
    client.send(choice('SCRAM-SHA-256', 'n,,n=,r=abc'));
    const [challenge] = await client.until('R');
    expect(challenge?.body.readInt32BE(0)).toBe(11);
    client.send(frame('p', Buffer.from('c=biws,r=abc')));
    const [report] = await client.until('Z');
    expect(report && fieldsOf(report)).toMatchObject({ C: '08P01', S: 'FATAL' });
  });

  it('leads to the deployment of its project, and names no other', async () => {
    const deployments = [
      { id: 1, accountId: 1, name: 'Shop' },
      { id: 2, accountId: 1, name: 'Mine' },
    ];
    const { number } = await scriptedPort({ accounts: [account], deployments });
    const sign = async (database: string) => {
      const client = new Client({ host: '127.0.0.1', port: number, user: 'bi', password: 'pencil', database });
      client.on('error', () => undefined);
      await client.connect().finally(() => client.end().catch(() => undefined));
    };
    await sign('1');
    await sign('shop');
    for (const database of ['2', 'Mine', 'none']) {
      const hint = 'This user may use 1 ("Shop")';
      await expect(sign(database)).rejects.toMatchObject({ code: '3D000', hint });
    }
  });

  it('counts wrong passwords as failed sign-ins, and then takes not even the right one', async () => {
    const { number } = await scriptedPort({ accounts: [account] });
    const codeOf = async (password: string) => {
      const client = new Client({ host: '127.0.0.1', port: number, user: 'bi', database: '1', password });
      client.on('error', () => undefined);
      const failure = await client.connect().then(
        () => undefined,
        (error: { readonly code?: string }) => error.code,
      );
      await client.end().catch(() => undefined);
      return failure;
    };
    expect(await codeOf('pencil')).toBeUndefined();
    const codes: unknown[] = [];
    for (let count = 0; count < 6; count += 1) codes.push(await codeOf('pen'));
    expect(codes[0]).toBe('28P01');
    expect(codes.at(-1)).toBe('28000');
    expect(await codeOf('pencil')).toBe('28000');
  });

  it.each([
    ['is taken out of its project', () => undefined],
    [
      'gets another password',
      () => ({ ...account, verifier: { ...account.verifier, storedKey: randomBytes(32) } }) as SqlAccount,
    ],
  ])('is over at the next statement once the account %s', async (_, change) => {
    const server = await scriptedPort({ accounts: [account] });
    const client = new Client({
      host: '127.0.0.1',
      port: server.number,
      user: 'bi',
      database: '1',
      password: 'pencil',
    });
    client.on('error', () => undefined);
    await client.connect();
    const over = new Promise((resolve) => client.once('end', resolve));
    await client.query('rows 1');
    server.changeAccount('bi', change());
    await expect(client.query('rows 1')).rejects.toMatchObject({ code: '57P01' });
    await over;
  });
});
