import { isIP } from 'node:net';
import {
  type AiModel,
  aiModelFaults,
  aiModelNameFault,
  type AiModelLimits,
  type AiModelPrices,
  aiInterfaces,
  aiProviders,
  defaultContextTokens,
  isAiInterface,
  isAiProvider,
} from '@orrery/config';
import { isOpenAddress, type NetworkRule } from '@orrery/engines';
import { type InputProblem, requireSound } from '@orrery/kernel';

/** Absent values stay as they are, or take their default; null removes what may be missing. */
export interface AiModelInput {
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly api?: string | null | undefined;
  readonly baseUrl?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly credential?: string | null | undefined;
  readonly prices?: Nullable<AiModelPrices> | null | undefined;
  readonly limits?: Nullable<AiModelLimits> | null | undefined;
  readonly supportsImages?: boolean | undefined;
  readonly contextTokens?: number | undefined;
  readonly isDefault?: boolean | undefined;
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** A model as it is before a change. */
export interface KnownModel extends AiModel {
  readonly name: string;
  readonly hasCredential: boolean;
}

export interface ReadModel extends AiModel {
  readonly name: string;
}

/**
 * The model after an input.
 *
 * @throws InvalidInput with everything that is wrong
 */
export function readModelInput(
  input: AiModelInput,
  { before, network }: { readonly before?: KnownModel | undefined; readonly network: NetworkRule },
): ReadModel {
  const provider = input.provider ?? before?.provider ?? '';
  const choices: (InputProblem | false)[] = [
    !isAiProvider(provider) && { path: 'provider', message: `must be one of ${aiProviders.join(', ')}` },
    typeof input.api === 'string' &&
      !isAiInterface(input.api) && { path: 'api', message: `must be ${aiInterfaces.join(' or ')}` },
  ];
  requireSound(
    'ai-model.invalid',
    choices.filter((fault) => fault !== false),
  );
  if (!isAiProvider(provider)) throw new Error('an unknown provider is a fault');
  const isOther = before !== undefined && provider !== before.provider;
  const kept = isOther ? undefined : before;
  const api = input.api === undefined ? kept?.api : input.api;
  const name = input.name ?? before?.name ?? '';
  const model: ReadModel = {
    name,
    provider,
    model: input.model ?? before?.model ?? '',
    api: api && isAiInterface(api) ? api : provider === 'openai' ? 'responses' : undefined,
    baseUrl: input.baseUrl === undefined ? kept?.baseUrl : (input.baseUrl ?? undefined),
    region: input.region === undefined ? kept?.region : (input.region ?? undefined),
    prices: input.prices === undefined ? before?.prices : (withoutNull(input.prices) as AiModelPrices | undefined),
    limits: (input.limits === undefined ? before?.limits : withoutNull(input.limits)) ?? {},
    supportsImages: input.supportsImages ?? before?.supportsImages ?? false,
    contextTokens: input.contextTokens ?? before?.contextTokens ?? defaultContextTokens,
    isDefault: input.isDefault ?? before?.isDefault ?? false,
  };
  requireSound('ai-model.invalid', faultsOf(model, input, { before, network }));
  return model;
}

function faultsOf(
  model: ReadModel,
  input: AiModelInput,
  { before, network }: { readonly before?: KnownModel | undefined; readonly network: NetworkRule },
): readonly InputProblem[] {
  const nameFault = aiModelNameFault(model.name);
  const credential = input.credential === undefined ? (before?.hasCredential ?? false) : (input.credential ?? false);
  const faults = [...aiModelFaults(model, { credential, mayUseOwn: false }), ...addressFaults(model, network)];
  if (before?.hasCredential && input.credential === undefined && leadsElsewhere(before, model))
    faults.push({ path: 'credential', message: 'must be given again when provider, baseUrl or region change' });
  return nameFault === undefined ? faults : [{ path: 'name', message: nameFault }, ...faults];
}

/** Whether a credential given for one server would be sent to another. */
function leadsElsewhere(before: AiModel, after: AiModel): boolean {
  const wayOf = ({ provider, baseUrl, region }: AiModel) => JSON.stringify([provider, baseUrl, region]);
  return wayOf(before) !== wayOf(after);
}

/** Checks a literal address before the first connection; the addresses of names are checked with each connection. */
function addressFaults({ baseUrl }: AiModel, network: NetworkRule): readonly InputProblem[] {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return [];
  const { protocol, hostname } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const path = 'baseUrl';
  if (isIP(host) !== 0 && !isOpenAddress(host, network)) {
    const rule = 'the operator of the server allows no other (ORRERY_SOURCE_NETWORKS)';
    return [{ path, message: `is not an address of the internet, and ${rule}` }];
  }
  if (protocol === 'http:' && network.allowed.length === 0)
    return [{ path, message: 'must begin with https://, because the credential is sent there' }];
  return [];
}

/** A part that is null is missing. */
function withoutNull<T extends object>(part: Nullable<T> | null): Partial<T> | undefined {
  if (part === null) return undefined;
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)) as Partial<T>; // same keys
}
