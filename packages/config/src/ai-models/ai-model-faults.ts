import type { InputProblem } from '@orrery/kernel';
import { type AiModel, aiLimitNames } from './ai-model.ts';

interface CredentialInput {
  /** The credential, or whether one is kept. */
  readonly credential: string | boolean;
  /** Whether the credentials of the process itself may be used: for models of the operator. */
  readonly mayUseOwn: boolean;
}

const longestName = 100;
const longestModel = 255;
const longestUrl = 2_000;
const longestCredential = 20_000;
const largestPrice = 1_000_000;
const largestTokens = 1_000_000_000_000;
const largestSpend = 1_000_000_000;
export const contextBounds = { least: 1_000, most: 100_000_000 };
/** Parts of a host name at Amazon and Google. */
const regionPattern = /^[a-z][a-z0-9-]{1,39}$/;
/** Names with a meaning of their own where agents name a model. */
const reserved: ReadonlySet<string> = new Set(['auto', 'analyst']);
const withAddress: ReadonlySet<string> = new Set(['openai', 'openai-compatible', 'anthropic']);

export function aiModelNameFault(name: string): string | undefined {
  if (reserved.has(name.toLowerCase())) return `must not be ${name}, which agents name without a model`;
  return isPlain(name, longestName) && name.trim() === name ? undefined : `must be 1 to ${longestName} characters`;
}

/** Lists every problem with a model. Paths are the names of its fields. */
export function aiModelFaults(model: AiModel, { credential, mayUseOwn }: CredentialInput): readonly InputProblem[] {
  const { provider, api, baseUrl, region, contextTokens } = model;
  const hasAddress = withAddress.has(provider);
  const faults: (InputProblem | false)[] = [
    !isPlain(model.model, longestModel) && { path: 'model', message: `must be 1 to ${longestModel} characters` },
    api !== undefined && provider !== 'openai' && { path: 'api', message: 'is for openai only' },
    baseUrl === undefined
      ? provider === 'openai-compatible' && { path: 'baseUrl', message: 'is missing: the server has no other address' }
      : baseUrlFault(baseUrl, hasAddress, provider),
    region === undefined
      ? !hasAddress && { path: 'region', message: `is missing: ${provider} is in several` }
      : hasAddress
        ? { path: 'region', message: 'is for bedrock and vertex only' }
        : !regionPattern.test(region) && { path: 'region', message: 'must be the name of a region: us-east-1' },
    ...credentialFaults(model, credential, mayUseOwn),
    ...priceFaults(model),
    ...limitFaults(model),
    !isWhole(contextTokens, contextBounds.least, contextBounds.most) && {
      path: 'contextTokens',
      message: `must be a whole number from ${contextBounds.least} to ${contextBounds.most}`,
    },
  ];
  return faults.filter((fault) => fault !== false);
}

function baseUrlFault(text: string, hasAddress: boolean, provider: string): InputProblem | false {
  const path = 'baseUrl';
  if (!hasAddress) return { path, message: `is not for ${provider}, whose address follows from the region` };
  // Parsers of addresses differ about backslashes and blanks.
  if (text.length > longestUrl || /[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text))
    return { path, message: `must be a URL: https://host/v1, at most ${longestUrl} characters` };
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return { path, message: 'must begin with https:// or http://' };
  if (username || password) return { path, message: 'must not hold a user or a password; the credential is apart' };
  return (search !== '' || hash !== '' || /[?#]/.test(text)) && { path, message: 'must end with its path' };
}

/** No message shows any part of the credential. */
function credentialFaults(
  { provider }: AiModel,
  credential: string | boolean,
  mayUseOwn: boolean,
): readonly InputProblem[] {
  const fault = (message: string) => [{ path: 'credential', message }];
  if (credential === true) return [];
  if (credential === false) {
    if (provider === 'openai-compatible') return [];
    if (withAddress.has(provider)) return fault(`is missing: ${provider} asks for an API key`);
    return mayUseOwn ? [] : fault(`is missing: the credentials of the server are for models of its project file only`);
  }
  if (credential.length > longestCredential) return fault(`has more than ${longestCredential} characters`);
  if (provider === 'vertex')
    return isServiceAccount(credential) ? [] : fault('must be the key of a service account, as JSON');
  if (provider === 'bedrock' && credential.trimStart().startsWith('{'))
    return hasTexts(credential, ['accessKeyId', 'secretAccessKey'])
      ? []
      : fault('must be an API key, or JSON with accessKeyId and secretAccessKey');
  return /^[\x21-\x7e]+$/.test(credential) ? [] : fault('must be printable characters without spaces');
}

function isServiceAccount(json: string): boolean {
  return hasTexts(json, ['client_email', 'private_key', 'project_id']);
}

function hasTexts(json: string, names: readonly string[]): boolean {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return false;
    const fields = new Map(Object.entries(value));
    return names.every((name) => typeof fields.get(name) === 'string' && fields.get(name) !== '');
  } catch {
    return false;
  }
}

function priceFaults({ prices }: AiModel): readonly InputProblem[] {
  return Object.entries(prices ?? {}).flatMap(([name, price]: [string, number | undefined]) =>
    price === undefined || isAmount(price, largestPrice)
      ? []
      : [{ path: `prices.${name}`, message: `must be USD from 0 to ${largestPrice}, with at most 6 decimals` }],
  );
}

function limitFaults({ limits, prices }: AiModel): readonly InputProblem[] {
  return aiLimitNames.flatMap((name) => {
    const limit = limits[name];
    const path = `limits.${name}`;
    if (limit === undefined) return [];
    if (name.includes('Tokens'))
      return isWhole(limit, 0, largestTokens) ? [] : [{ path, message: `must be tokens from 0 to ${largestTokens}` }];
    if (!isAmount(limit, largestSpend))
      return [{ path, message: `must be USD from 0 to ${largestSpend}, with at most 6 decimals` }];
    return prices ? [] : [{ path, message: 'needs the prices of the model' }];
  });
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** Whether a number of USD is kept exactly, in millionths. */
function isAmount(value: number, most: number): boolean {
  return value >= 0 && value <= most && Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-3;
}

function isPlain(text: string, most: number): boolean {
  return text.trim().length > 0 && text.length <= most && !/\p{C}/u.test(text);
}
