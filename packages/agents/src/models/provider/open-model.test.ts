import { afterEach, expect, it, vi } from 'vitest';
import type { AiModel } from '@orrery/config';
import type { ImportPackage } from './model-package.ts';
import { openModel, secretsIn } from './open-model.ts';

const account = { type: 'service_account', client_email: 'a@b', private_key: 'PRIVATE', project_id: 'p' };
const asked: string[] = [];
const refused: typeof fetch = (address) => {
  asked.push(String(address));
  return Promise.reject(new Error('nothing is asked here'));
};
const settings: object[] = [];
/** The interface that models of packages have. */
let version = 'v4';
/** Packages that remember the settings they were given. */
const installed: ImportPackage = (name) =>
  Promise.resolve(
    Object.fromEntries(
      ['createAmazonBedrock', 'createGoogleVertex', 'createGoogleVertexAnthropic', 'fromNodeProviderChain'].map(
        (maker) => [
          maker,
          (given: object) => {
            if (maker === 'fromNodeProviderChain') return 'the chain';
            settings.push({ name, maker, ...given });
            return (model: string) => ({ model, specificationVersion: version });
          },
        ],
      ),
    ),
  );
const missing: ImportPackage = (name) =>
  Promise.reject(Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' }));

function modelOf(given: Pick<AiModel, 'provider' | 'model'> & Partial<AiModel> & { credential?: string }) {
  const plain = { name: 'own', limits: {}, supportsImages: false, contextTokens: 1_000, isDefault: false };
  return { ...plain, region: 'us-east-1', ...given };
}

afterEach(() => {
  vi.unstubAllEnvs();
  settings.length = 0;
  asked.length = 0;
  version = 'v4';
});

it.each([
  ['bedrock', 'anthropic.claude', '@ai-sdk/amazon-bedrock@5.0.101'],
  ['vertex', 'gemini-2.5-pro', '@ai-sdk/google-vertex@5.0.141'],
  ['vertex', 'claude-sonnet-4-5', '@ai-sdk/google-vertex@5.0.141'],
] as const)('%s (%s) names the command that installs its package', async (provider, model, command) => {
  const opening = openModel(modelOf({ provider, model }), { fetch: refused, importPackage: missing });
  await expect(opening).rejects.toThrow(`npm install ${command}`);
});

it('names the version to install where a package is older', async () => {
  version = 'v3';
  const opening = openModel(modelOf({ provider: 'bedrock', model: 'm' }), { fetch: refused, importPackage: installed });
  await expect(opening).rejects.toThrow('npm install @ai-sdk/amazon-bedrock@5.0.101');
});

it('bedrock gets an API key, keys of a user, or all that the machine offers', async () => {
  const open = (credential?: string) =>
    openModel(modelOf({ provider: 'bedrock', model: 'm', ...(credential === undefined ? {} : { credential }) }), {
      fetch: refused,
      importPackage: installed,
    });
  await open('api-key');
  await open('{"accessKeyId":"A","secretAccessKey":"S","other":"x"}');
  await open();
  const common = { name: '@ai-sdk/amazon-bedrock', maker: 'createAmazonBedrock', region: 'us-east-1', fetch: refused };
  expect(settings).toEqual([
    { ...common, apiKey: 'api-key' },
    { ...common, apiKey: '', accessKeyId: 'A', secretAccessKey: 'S', sessionToken: undefined },
    { ...common, credentialProvider: 'the chain' },
  ]);
});

it('vertex gets two fields of the key of a service account, and nothing that names an address or a program', async () => {
  const credential = JSON.stringify({ ...account, token_uri: 'http://evil', credential_source: { executable: {} } });
  const ways = { fetch: refused, importPackage: installed };
  await openModel(modelOf({ provider: 'vertex', model: 'gemini-2.5-pro', credential }), ways);
  await openModel(modelOf({ provider: 'vertex', model: 'claude-sonnet-4-5', credential }), ways);
  const given = {
    ...{ location: 'us-east-1', fetch: refused, apiKey: '', project: 'p' },
    googleAuthOptions: { credentials: { client_email: 'a@b', private_key: 'PRIVATE' } },
  };
  expect(settings).toEqual([
    { name: '@ai-sdk/google-vertex', maker: 'createGoogleVertex', ...given },
    { name: '@ai-sdk/google-vertex/anthropic', maker: 'createGoogleVertexAnthropic', ...given },
  ]);
});

it('no variable of the process decides where a model is asked, or with which key', async () => {
  for (const name of ['OPENAI', 'ANTHROPIC']) {
    vi.stubEnv(`${name}_BASE_URL`, 'http://elsewhere.example');
    vi.stubEnv(`${name}_API_KEY`, 'key-of-the-process');
  }
  const ways = { fetch: refused, importPackage: missing };
  const call = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }] };
  for (const provider of ['openai', 'anthropic'] as const) {
    const model = await openModel(modelOf({ provider, model: 'm', credential: 'own-key' }), ways);
    if (typeof model === 'string' || model.specificationVersion !== 'v4') throw new Error('it is an object');
    await expect(model.doStream(call)).rejects.toThrow('nothing is asked here');
  }
  expect(asked).toEqual(['https://api.openai.com/v1/responses', 'https://api.anthropic.com/v1/messages']);
});

it('the secrets of a credential are all of it, and its parts', () => {
  expect(secretsIn('sk-1')).toEqual(['sk-1']);
  expect(secretsIn(undefined)).toEqual([]);
  const json = JSON.stringify(account);
  expect(secretsIn(json)).toEqual([json, 'PRIVATE']);
});
