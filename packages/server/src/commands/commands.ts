import type { Command } from './command.ts';

/** Every verb, loaded when it is asked for. */
export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['start', async () => (await import('./start.ts')).start],
  ['init', async () => (await import('./init.ts')).init],
  ['generate', async () => (await import('./generate.ts')).generate],
  ['check', async () => (await import('./check.ts')).check],
  ['query', async () => (await import('./query.ts')).query],
  ['sql', async () => (await import('./sql.ts')).sql],
  ['token', async () => (await import('./token.ts')).token],
]);

/** Named by the design, not built yet. */
export const laterCommands: readonly string[] = [
  'explain',
  'key',
  'user',
  'account',
  'prove',
  'backup',
  'restore',
  'rotate-key',
  'migrate',
];
