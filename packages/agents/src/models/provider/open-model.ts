import type { AiModel } from '@orrery/config';
import type { ModelObject } from '../call/index.ts';
import { PackageMissing } from '../package-missing.ts';
import { type ImportPackage, makerIn } from './model-package.ts';

/** A model with what is needed to call it. */
export interface ModelToOpen extends AiModel {
  readonly name: string;
  readonly credential?: string | undefined;
}

interface Ways {
  readonly fetch: typeof fetch;
  readonly importPackage: ImportPackage;
}

/**
 * The model as an object of its provider, whose package loads now. Addresses and keys are always given: where they are
 * missing, the packages read variables of the process.
 */
export async function openModel(model: ModelToOpen, { fetch, importPackage }: Ways): Promise<ModelObject> {
  const { provider, model: id, baseUrl, credential = '', region = '' } = model;
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI({ apiKey: credential, baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch });
      return model.api === 'chat' ? openai.chat(id) : openai.responses(id);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const key = credential === '' ? {} : { apiKey: credential };
      // Its options are named by the name of the provider.
      const made = { name: compatibleName, baseURL: baseUrl ?? '', includeUsage: true, fetch, ...key };
      return createOpenAICompatible(made).chatModel(id);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: credential, baseURL: baseUrl ?? 'https://api.anthropic.com/v1', fetch })(id);
    }
    case 'bedrock': {
      const create = await makerIn('@ai-sdk/amazon-bedrock', 'createAmazonBedrock', importPackage);
      const keys = credential === '' ? await usualChain(importPackage) : bedrockKeys(credential);
      return modelOf(create({ region, fetch, ...keys })(id), '@ai-sdk/amazon-bedrock');
    }
    case 'vertex': {
      const keys = credential === '' ? {} : vertexKeys(credential);
      const create = id.startsWith('claude')
        ? await makerIn('@ai-sdk/google-vertex/anthropic', 'createGoogleVertexAnthropic', importPackage)
        : await makerIn('@ai-sdk/google-vertex', 'createGoogleVertex', importPackage);
      return modelOf(create({ location: region, fetch, ...keys })(id), '@ai-sdk/google-vertex');
    }
  }
}

const compatibleName = 'model';

/** @throws PackageMissing for a model of an older package, which speaks another interface */
function modelOf(made: unknown, name: string): ModelObject {
  const { specificationVersion } = made as Readonly<Record<string, unknown>>; // an object by every version of it
  if (specificationVersion === 'v4') return made as ModelObject; // by the interface of the AI SDK
  throw new PackageMissing(name, { cause: new Error(`its models have the interface ${String(specificationVersion)}`) });
}

/** Lists the secret texts of a credential: all of it, and its parts. */
export function secretsIn(credential: string | undefined): readonly string[] {
  if (credential === undefined || credential === '') return [];
  const fields = fieldsIn(credential);
  if (!fields) return [credential];
  const texts = Object.entries(fields).filter(([name]) => /key|secret|token/i.test(name));
  return [credential, ...texts.map(([, text]) => text)];
}

/** Credentials of the process at Amazon: its variables, and with this package all that its machines offer. */
async function usualChain(load: ImportPackage): Promise<object> {
  const name = '@aws-sdk/credential-providers';
  const chain = await makerIn(name, 'fromNodeProviderChain', load).catch((error: unknown) => {
    if (error instanceof PackageMissing) return undefined;
    throw error;
  });
  return chain ? { credentialProvider: chain({}) } : {};
}

/** An API key, or the keys of a user at Amazon. An empty API key keeps the one of the process out. */
function bedrockKeys(credential: string): object {
  if (!credential.trimStart().startsWith('{')) return { apiKey: credential };
  const { accessKeyId, secretAccessKey, sessionToken } = readFields(credential);
  return { apiKey: '', accessKeyId, secretAccessKey, sessionToken };
}

/** Only these fields: others of such a file can name addresses and programs. */
function vertexKeys(credential: string): object {
  const { client_email, private_key, project_id } = readFields(credential);
  return { apiKey: '', project: project_id, googleAuthOptions: { credentials: { client_email, private_key } } };
}

/** @throws an error that shows nothing of the text */
function readFields(json: string): Readonly<Record<string, string>> {
  const fields = fieldsIn(json);
  if (fields) return fields;
  throw new Error('the credential is not an object in JSON');
}

/** @returns nothing for a text that is no object in JSON */
function fieldsIn(credential: string): Readonly<Record<string, string>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(credential);
  } catch {
    return undefined; // what is told of it shows a part
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
