import type { Command } from './command.ts';

/** Every verb, of one word or two, loaded when it is asked for. */
export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['start', async () => (await import('./start.ts')).start],
  ['init', async () => (await import('./init.ts')).init],
  ['generate', async () => (await import('./generate.ts')).generate],
  ['check', async () => (await import('./check.ts')).check],
  ['query', async () => (await import('./query.ts')).query],
  ['sql', async () => (await import('./sql.ts')).sql],
  ['explain', async () => (await import('./explain.ts')).explain],
  ['token', async () => (await import('./token.ts')).token],
  ['secret rotate', async () => (await import('./secret.ts')).rotateSecret],
  ['secret list', async () => (await import('./secret.ts')).listSecrets],
  ['secret remove', async () => (await import('./secret.ts')).removeSecret],
  ['key create', async () => (await import('./key.ts')).createKey],
  ['key list', async () => (await import('./key.ts')).listKeys],
  ['key revoke', async () => (await import('./key.ts')).revokeKey],
  ['user create', async () => (await import('./user.ts')).createUser],
  ['user list', async () => (await import('./user.ts')).listUsers],
  ['user update', async () => (await import('./user.ts')).updateUser],
  ['user link', async () => (await import('./user.ts')).linkUser],
  ['backup', async () => (await import('./backup.ts')).backup],
  ['restore', async () => (await import('./restore.ts')).restore],
  ['rotate-key', async () => (await import('./rotate-key.ts')).rotateKey],
  ['prove isolation', async () => (await import('./prove.ts')).proveIsolation],
  ['migrate', async () => (await import('./migrate.ts')).migrateStore],
]);

/** Named by the design, not built yet. */
export const laterCommands: readonly string[] = ['account'];
