import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { startProcess } from '../attacks/server-process.ts';
import { linesIn } from './chat-service.ts';
import { projectWith, removeProject, ScriptedModel } from './scripted-model.ts';

const config = `spaces: [{ name: auto }]
agents:
  - { name: Plain, space: auto, llm: analyst }
  - { name: Model, space: auto, llm: { byom: { name: scripted } } }
`;
/** Stands in the packages of the AI SDK alone, also where they are part of a built file. */
const mark = 'vercel.ai.error';

it('a server loads the AI SDK with the first question to a model', async () => {
  await using model = await ScriptedModel.open();
  const project = await projectWith(model.server, { 'config.yml': config });
  const directory = await mkdtemp(join(tmpdir(), 'orrery-loaded-'));
  onTestFinished(() => Promise.all([removeProject(project), rm(directory, { recursive: true })]).then(() => undefined));
  const data = join(directory, 'data');
  const metadata = await serveMetadata({ dataDirectory: data, account: 'default', mayMigrate: true }, Date);
  const key = await metadata.accounts.takeFirstKey(metadata.accountId);
  await metadata.close();
  const loaded = join(directory, 'loaded');
  const environment = {
    SCRIPTED_KEY: 'none',
    TEST_LOADED_FILE: loaded,
    NODE_OPTIONS: `--import=${new URL('./note-loaded.ts', import.meta.url)}`,
  };
  const server = await startProcess(['--project', project, '--data', data, '--dev'], { directory, environment });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.text();
  };
  const files = () =>
    readFileSync(loaded, 'utf8')
      .split('\n')
      .filter((url) => url.startsWith('file:'));
  const ofSdk = () =>
    files().filter((url) => {
      const file = fileURLToPath(url.replace(/[?#].*$/, ''));
      return existsSync(file) && readFileSync(file, 'utf8').includes(mark);
    });
  // Chats are open when their agents are listed.
  const { items } = JSON.parse(await ask('/api/v1/deployments/1/agents'));
  const question = async (name: string) => {
    const { chatUrl } = items.find((agent: { name: string }) => agent.name === name);
    const body = { input: 'orders', sessionSettings: { externalId: 'u1', securityContext: { all: true } } };
    const lines = linesIn(await ask(`${chatUrl}/chat/stream-chat-state`, body));
    expect(lines.at(-2)?.graphPath).toEqual(['final']);
  };
  expect([files().length > 5, ofSdk()]).toEqual([true, []]);
  await question('Plain');
  expect(ofSdk()).toEqual([]);
  model.script = () => ({ text: 'Good.' });
  await question('Model');
  expect(ofSdk()).not.toEqual([]);
});
