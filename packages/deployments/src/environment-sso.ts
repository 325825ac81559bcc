import { readFile, stat } from 'node:fs/promises';
import { isOfMetadata, type SsoMetadata, ssoProblem, type SsoSettings } from '@orrery/config';
import { ConfigError, InvalidInput, invalidValues, OperatorError, RequestError } from '@orrery/kernel';
import {
  type Changes,
  EnvironmentProvider,
  environmentKey,
  type NewProvider,
  newProviderFaults,
  type ProviderService,
  type SamlSettings,
} from '@orrery/people';
import type { Database } from '@orrery/store';

/** Reads what the metadata of a provider of SAML says. @throws InvalidInput */
export type ReadMetadata = (input: {
  readonly metadata?: string | undefined;
  readonly url?: string | undefined;
}) => Promise<MetadataProposal>;

type MetadataProposal = Pick<SamlSettings, 'entityId' | 'ssoUrl' | 'certificates'>;

/** Services of the metadata store that keep the provider. */
interface ProviderPlace {
  readonly store: { readonly database: Database };
  readonly accountId: number;
  readonly changes: Changes;
  readonly signInProviders: ProviderService;
}

interface ReadSso {
  /** Absent: the settings name no provider. */
  readonly input: NewProvider | undefined;
  /** The address of metadata that could not be read, and why. */
  readonly unread?: { readonly url: string; readonly problem: string };
}

/** Bytes of a file. */
const mostBytes = 1_000_000;

/**
 * Reads the provider that the settings of the server name, with its metadata. An address that does not answer is no problem
 * here: the provider may be known from before. @throws ConfigError with all that is wrong
 */
export async function readSso(sso: SsoSettings | undefined, readMetadata: ReadMetadata | undefined): Promise<ReadSso> {
  if (!sso) return { input: undefined };
  const { metadata, ...given } = sso;
  const read = metadata && (await readFrom(metadata, readMetadata));
  const url = metadata && 'url' in metadata ? metadata.url : undefined;
  const input = { ...given, settings: { ...given.settings, ...read?.settings, ...(url ? { metadataUrl: url } : {}) } };
  const faults = newProviderFaults(input).filter(({ path }) => read?.problem === undefined || !isOfMetadata(path));
  const isOfFile = read?.problem !== undefined && url === undefined;
  const messages = [...(isOfFile ? [read.problem] : []), ...faults.map(ssoProblem)];
  if (messages.length > 0) throw new ConfigError(messages.map((message) => ({ message })));
  return {
    input,
    ...(url !== undefined && read?.problem !== undefined ? { unread: { url, problem: read.problem } } : {}),
  };
}

/**
 * Keeps the provider of the account as the settings name it.
 *
 * @throws OperatorError where that locks the last admin out, and where its metadata cannot be read and never were
 */
export async function applySso(
  { store, accountId, changes, signInProviders: providers }: ProviderPlace,
  read: ReadSso,
  log: Record<'warn', (facts: object, message: string) => void> | undefined,
): Promise<void> {
  const environment = new EnvironmentProvider({ database: store.database, changes, providers });
  const input = read.unread ? await asReadBefore(read.input, read.unread, providers) : read.input;
  if (read.unread)
    log?.warn({ problem: read.unread.problem }, 'the provider of ORRERY_SSO_* stays as its metadata was read before');
  try {
    const isChanged = await environment.apply(accountId, input);
    const { entityId, baseUrl, issuer = entityId ?? baseUrl } = input?.settings ?? {};
    if (isChanged)
      log?.warn(
        { provider: input?.name, issuer },
        input ? 'the provider of ORRERY_SSO_* is another now' : 'nobody signs in by ORRERY_SSO_* any more',
      );
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const message = `The provider of ORRERY_SSO_* cannot be changed: ${error.message}. Set it as before, or let an admin have a password first: \`orrery account allow-passwords\`, then \`orrery user link\`.`;
    throw new OperatorError(message, { cause: error });
  }
}

/** Takes what was read at the same address at a start before. @throws OperatorError where nothing was */
async function asReadBefore(
  input: NewProvider | undefined,
  { url, problem }: { readonly url: string; readonly problem: string },
  providers: ProviderService,
): Promise<NewProvider | undefined> {
  const known = await providers.open(environmentKey, { mayBeOff: true });
  if (!input || known?.kind !== 'saml' || known.settings.metadataUrl !== url) throw new OperatorError(problem);
  const { entityId, ssoUrl, certificates } = known.settings;
  return { ...input, settings: { ...input.settings, entityId, ssoUrl, certificates } };
}

interface MetadataOutcome {
  readonly settings?: MetadataProposal;
  /** Sentence that names the variable. */
  readonly problem?: string;
}

async function readFrom(place: SsoMetadata, readMetadata: ReadMetadata | undefined): Promise<MetadataOutcome> {
  if (!readMetadata) throw new Error('nothing reads metadata here');
  const variable = 'url' in place ? 'ORRERY_SSO_METADATA_URL' : 'ORRERY_SSO_METADATA_FILE';
  try {
    const given = 'url' in place ? place : { metadata: await textOf(place.file) };
    return { settings: await readMetadata(given) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { problem: error.details.map(({ message }) => `${variable} ${message}.`).join('\n') };
  }
}

/** @throws InvalidInput */
async function textOf(file: string): Promise<string> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
  if (size === undefined || size > mostBytes) throw unreadable(`names no file of at most 1 MB: '${file}'`);
  return readFile(file, 'utf8').catch(() => {
    throw unreadable(`names a file that cannot be read: '${file}'`);
  });
}

function unreadable(message: string): InvalidInput {
  return invalidValues('saml-metadata.invalid', [{ path: 'metadata', message }]);
}
