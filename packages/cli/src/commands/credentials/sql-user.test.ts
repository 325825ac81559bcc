import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProject, scramVerifierText } from '@orrery/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orreryProcess } from '../../command/run-orrery.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-sql-user-'));
  mkdirSync(join(directory, 'model'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function sqlUser(args: readonly string[], input: string) {
  const child = orreryProcess(['sql-user', ...args], { directory });
  const [output, errors] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray());
  child.stdin.on('error', () => undefined).end(input);
  return new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    child.on('close', async (code) => {
      resolve({ code, output: (await output)?.join('') ?? '', errors: (await errors)?.join('') ?? '' });
    });
  });
}

it('prints an account that the project reads, from a password on its input', async () => {
  for (const [name, input] of [
    ['bi', 'Grüße aus Wien\nmore\n'],
    ['a: "b" #c', 'Grüße aus Wien\r\n'],
    ['tableau@example.com', 'Grüße aus Wien'],
  ] as const) {
    const { code, output, errors } = await sqlUser([name], input);
    expect([code, errors]).toEqual([0, expect.stringContaining('orrery.yml')]);
    expect(output + errors).not.toContain('Wien');
    writeFileSync(
      join(directory, 'orrery.yml'),
      `data_sources: { default: { type: duckdb } }\nsql:\n  users:\n${output}`,
    );
    const user = readProject(directory, {}).sqlUsers.get(name);
    const { salt, storedKey, serverKey } = user?.verifier ?? {};
    const [, keys] = (await scramVerifierText('Grüße aus Wien', salt)).split(/\$(?!4096)/);
    expect(keys).toBe([storedKey, serverKey].map((key) => Buffer.from(key ?? []).toString('base64')).join(':'));
    expect(user).toMatchObject({ name, securityContext: {}, maySwitchTo: [] });
  }
});

it.each([
  [['bi'], '\n', 'The password is empty.'],
  [['bi'], '', 'The password is empty.'],
  [['bi'], 'x'.repeat(100_000), 'longer than 1024 bytes'],
  [['x'.repeat(64)], 'pencil\n', '1 to 63 bytes'],
  [[''], 'pencil\n', '1 to 63 bytes'],
])('refuses %j with %j', async (args, input, reason) => {
  const { code, output, errors } = await sqlUser(args, input);
  expect([code === 0, output]).toEqual([false, '']);
  expect(errors).toContain(reason);
});
