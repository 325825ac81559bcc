import { didYouMean } from '@orrery/kernel';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import {
  aiInterfaces,
  aiLimitNames,
  type AiModel,
  type AiModelPrices,
  aiProviders,
  defaultContextTokens,
  isAiInterface,
  isAiProvider,
  type ProjectAiModel,
} from './ai-model.ts';
import { aiModelFaults, aiModelNameFault, contextBounds } from './ai-model-faults.ts';

const keys = [
  'provider',
  'model',
  'api',
  'base_url',
  'region',
  'credential',
  'prices',
  'limits',
  'supports_images',
  'context_tokens',
  'default',
] as const;
const priceNames = ['input', 'cachedInput', 'output'] as const;

/** Keys of the mappings of a model. */
export const aiModelKeys: Readonly<Record<'model' | 'prices' | 'limits', readonly string[]>> = {
  model: keys,
  prices: priceNames.map(snakeCased),
  limits: aiLimitNames.map(snakeCased),
};

const mostModels = 100;

type Entries = ReadonlyMap<string, YamlEntry>;

/** Reads `models:` of the project file: language models that agents may use. */
export function readAiModels(
  yaml: PositionedYaml,
  section: YamlEntry | undefined,
  { isForeign = false }: { readonly isForeign?: boolean },
): readonly ProjectAiModel[] {
  if (!section) return [];
  if (isForeign) {
    yaml.refuse(
      section.keyNode,
      'An uploaded project registers no models.',
      'An admin registers them (/api/v1/ai-models)',
    );
    return [];
  }
  const entries = yaml.entries(section.value, 'models');
  if (entries.length > mostModels) yaml.refuse(section.value, `A project has at most ${mostModels} models.`);
  const models = entries.slice(0, mostModels).flatMap((entry) => readAiModel(yaml, entry) ?? []);
  const [, second] = models.filter(({ isDefault }) => isDefault);
  if (second) {
    const node = entries.find(({ key }) => key === second.name)?.keyNode ?? null;
    yaml.refuse(node, `Only one model can be the default, and '${second.name}' is another one.`);
  }
  return models;
}

function readAiModel(yaml: PositionedYaml, source: YamlEntry): ProjectAiModel | undefined {
  const where = `model '${source.key}'`;
  const nameFault = aiModelNameFault(source.key);
  if (nameFault) yaml.refuse(source.keyNode, `The name of a model ${nameFault}.`);
  const entries: Entries = new Map(yaml.entries(source.value, where, keys).map((entry) => [entry.key, entry]));
  const text = (key: (typeof keys)[number]) => {
    const entry = entries.get(key);
    return entry && yaml.text(entry);
  };
  for (const key of ['provider', 'model'] as const)
    if (!entries.has(key)) yaml.refuse(source.keyNode, `'${key}' is missing in ${where}.`);
  const before = yaml.problems.length;
  const [provider, model, api] = [text('provider'), text('model'), text('api')];
  const refuseChoice = (key: 'provider' | 'api', given: string, choices: readonly string[]) =>
    yaml.refuse(
      entries.get(key)?.value ?? null,
      `'${key}' of ${where} must be one of ${choices.join(', ')}.`,
      didYouMean(given, choices, (name) => `'${name}'`),
    );
  if (provider !== undefined && !isAiProvider(provider)) refuseChoice('provider', provider, aiProviders);
  if (api !== undefined && !isAiInterface(api)) refuseChoice('api', api, aiInterfaces);
  const credentialEntry = entries.get('credential');
  const credential = credentialEntry && yaml.variable(credentialEntry);
  const contextEntry = entries.get('context_tokens');
  const [images, isDefault] = [entries.get('supports_images'), entries.get('default')];
  const facts = {
    baseUrl: text('base_url'),
    region: text('region'),
    prices: readPrices(yaml, entries.get('prices'), where),
    limits: readNumbers(yaml, entries.get('limits'), `'limits' of ${where}`, aiLimitNames),
    supportsImages: images ? (yaml.boolean(images) ?? false) : false,
    contextTokens: contextEntry
      ? (yaml.integer(contextEntry, contextBounds.least, contextBounds.most) ?? defaultContextTokens)
      : defaultContextTokens,
    isDefault: isDefault ? (yaml.boolean(isDefault) ?? false) : false,
  };
  if (provider === undefined || !isAiProvider(provider) || model === undefined) return undefined;
  if (yaml.problems.length > before || (api !== undefined && !isAiInterface(api))) return undefined;
  const interfaceOfOpenai = provider === 'openai' ? (api ?? 'responses') : api;
  const read: AiModel = { provider, model, ...facts, ...(interfaceOfOpenai ? { api: interfaceOfOpenai } : {}) };
  for (const { path, message } of aiModelFaults(read, { credential: credential ?? false, mayUseOwn: true })) {
    const key = snakeCased(path.split('.')[0] ?? '');
    yaml.refuse(entries.get(key)?.value ?? source.keyNode, `'${snakeCased(path)}' of ${where} ${message}.`);
  }
  return { ...read, name: source.key, ...(credential === undefined ? {} : { credential }) };
}

function readPrices(yaml: PositionedYaml, entry: YamlEntry | undefined, where: string): AiModelPrices | undefined {
  if (!entry) return undefined;
  const { input, cachedInput, output } = readNumbers(yaml, entry, `'prices' of ${where}`, priceNames);
  if (input === undefined || output === undefined) {
    yaml.refuse(entry.value ?? entry.keyNode, `'prices' of ${where} need 'input' and 'output'.`);
    return undefined;
  }
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}

function readNumbers<Name extends string>(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
  where: string,
  names: readonly Name[],
): { readonly [Key in Name]?: number } {
  const byKey = new Map<string, Name>(names.map((name) => [snakeCased(name), name]));
  const numbers: { [Key in Name]?: number } = {};
  for (const inner of yaml.entries(entry?.value ?? null, where, [...byKey.keys()])) {
    const name = byKey.get(inner.key);
    const value = yaml.number(inner);
    if (name !== undefined && value !== undefined) numbers[name] = value;
  }
  return numbers;
}

function snakeCased(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
