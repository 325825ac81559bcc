import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { isAddressRange } from './address-ranges.ts';
import { ConfigError } from '@orrery/kernel';
import { type PostgresAddress, readDatabaseUrl } from './database-url.ts';
import { type HttpSettings, readHttpSettings } from './http-settings.ts';
import { type MailSettings, readMailSettings } from './mail-settings.ts';
import { type EnvironmentVariables, type Flags, SettingReader } from './setting-reader.ts';
import { readSqlSettings, type SqlSettings } from './sql-settings.ts';
import { readSsoSettings, type SsoSettings } from './sso-settings.ts';
import { minimumSecretLength, readTokenSettings, type TokenSettings } from './token-settings.ts';

const networkNames = { sourceNetworks: 'ORRERY_SOURCE_NETWORKS', signInNetworks: 'ORRERY_SIGN_IN_NETWORKS' } as const;

/** Settings of the process from flags and environment; the project has its own file. */
export interface Settings {
  readonly projectDirectory: string;
  /** Whether the demo project is served because no project was named. */
  readonly isDemo: boolean;
  readonly dataDirectory: string;
  /** Data folder that an earlier version made in the current folder, and that nothing uses any more. */
  readonly formerDataDirectory?: string;
  readonly isDevelopment: boolean;
  /** Address of the metadata store on PostgreSQL; when absent, the store is SQLite in the data folder. */
  readonly databaseAddress?: PostgresAddress;
  /** Whether starting migrates the metadata store. */
  readonly mayMigrate: boolean;
  /** Key that opens the secrets in the metadata store; when absent, the key is a file in the data folder. */
  readonly masterKey?: string;
  /** Key that `rotate-key` changes to, or has changed to. */
  readonly nextMasterKey?: string;
  readonly account: string;
  readonly http: HttpSettings;
  readonly sql: SqlSettings;
  readonly tokens: TokenSettings;
  readonly stop: StopSettings;
  /** Memory of all engines of the process together. */
  readonly engineMemoryMb: number;
  /**
   * Addresses outside the public internet that data sources of deployments may use. Those in the project folder need no
   * permission.
   */
  readonly sourceNetworks: readonly string[];
  /** Addresses beyond the public internet that providers to sign in by may have. */
  readonly signInNetworks: readonly string[];
  /** Size of the answer cache; 0 disables it. */
  readonly cacheMb: number;
  readonly log: LogSettings;
  /** Token that lets a scraper read the metrics, and nothing else. */
  /** The `iss` of the tokens of viewers of embedded content. */
  readonly embedIssuer: string;
  readonly metricsToken?: string;
  readonly history: HistorySettings;
  /** Jobs this node runs in parallel; 0 leaves all jobs to other nodes. */
  readonly jobsAtATime: number;
  readonly mail: MailSettings;
  readonly scim: ScimSettings;
  /** Absent where no setting names a provider. */
  readonly sso?: SsoSettings;
  /** Variables with the reference's names: those read, and those set but without meaning here. */
  readonly borrowed: { readonly used: readonly string[]; readonly unread: readonly string[] };
}

/** The settings of the history: the stored data of queries, and their lifetime. */
export interface HistorySettings {
  /** Retention in milliseconds; 0 keeps nothing. */
  readonly keepForMs: number;
  readonly mostEntries: number;
  /** Claims of callers that are stored with the fingerprint of the claims. */
  readonly claims: readonly string[];
}

/** Settings of provisioning by identity providers. */
interface ScimSettings {
  /** Request limit of each account; no limit when absent. */
  readonly requestsPerSecond?: number;
  /** URN under which answers hold the user attributes an account defines. */
  readonly attributeUrn: (typeof attributeUrns)[number];
}

/** Our URN, and the one used by mappings made for the reference. */
const attributeUrns = ['urn:orrery:params:1.0:UserAttribute', 'urn:cube:params:1.0:UserAttribute'] as const;

/** How the process stops after a signal. */
export interface StopSettings {
  /** Time in which requests are still answered while probes already see the process as not ready. */
  readonly delayMs: number;
  /** Time that running requests have to finish afterwards; the rest is cancelled. */
  readonly finishWithinMs: number;
}

export interface LogSettings {
  readonly level: (typeof logLevels)[number];
  /** When absent, lines are pretty on a terminal. */
  readonly format?: (typeof logFormats)[number];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const dayMs = 24 * 60 * 60 * 1000;
const logFormats = ['pretty', 'json'] as const;

export interface SettingSources {
  readonly flags: Flags;
  readonly environment: EnvironmentVariables;
  /** Folder that relative paths start from. */
  readonly directory: string;
}

/** Container managers often kill a process that has not ended after ten seconds. */
const defaultStopTimeoutSeconds = 8;

/** Low, so that background jobs leave room for requests that users wait for. */
const defaultJobsAtATime = 2;

const demoDirectory = fileURLToPath(new URL('../../../examples/shop', import.meta.url));

/**
 * Finds a project in the current folder. It is preferred to the demo, whose numbers would be taken for the project's
 * own.
 */
function ownProject(directory: string): string | undefined {
  return existsSync(join(directory, 'orrery.yml')) ? directory : undefined;
}

const dataFolder = '.orrery';

/**
 * Finds the data folder when no setting names one: it belongs to the project, so that two projects never show each other's
 * users, keys and workbooks. A project inside of an installed package, as the demo can be, keeps its data in the current
 * folder, because installing again replaces the package.
 */
export function defaultDataDirectory(projectDirectory: string, directory: string): string {
  const isInstalled = projectDirectory.split(sep).includes('node_modules');
  return join(isInstalled ? directory : projectDirectory, dataFolder);
}

/** Finds a data folder in the current folder where no project is, which only earlier versions made. */
function formerDataDirectory(directory: string, dataDirectory: string): string | undefined {
  const former = join(directory, dataFolder);
  const isLeft = former !== dataDirectory && ownProject(directory) === undefined;
  return isLeft && existsSync(join(former, 'orrery.db')) ? former : undefined;
}

/** @throws ConfigError listing everything that is wrong */
export function readSettings({ flags, environment, directory }: SettingSources): Settings {
  const reader = new SettingReader(flags, environment);
  reader.refuseUnread();
  const isDevelopment = reader.isOn('dev');
  const project = reader.text('project')?.text ?? ownProject(directory);
  const projectDirectory = project === undefined ? demoDirectory : resolve(directory, project);
  const data = reader.text('data')?.text;
  const dataDirectory =
    data === undefined ? defaultDataDirectory(projectDirectory, directory) : resolve(directory, data);
  const former = data === undefined ? formerDataDirectory(directory, dataDirectory) : undefined;
  const masterKey = readSecret(reader, 'secretKey');
  const nextMasterKey = readSecret(reader, 'nextSecretKey');
  if (nextMasterKey !== undefined && masterKey === undefined) {
    reader.refuse(
      { origin: 'ORRERY_NEW_SECRET_KEY' },
      'needs ORRERY_SECRET_KEY too: a missing key in the data folder is generated again',
    );
  }
  const metricsToken = readSecret(reader, 'metricsToken');
  const databaseAddress = readDatabaseUrl(reader);
  if (databaseAddress && masterKey === undefined) {
    reader.refuse(
      { origin: 'ORRERY_DATABASE_URL' },
      'needs ORRERY_SECRET_KEY too, the same for every process that shares the store',
    );
  }
  const format = reader.oneOf('logFormat', logFormats);
  const http = readHttpSettings(reader, isDevelopment);
  const sso = readSsoSettings(reader, { ...http, directory });
  const settings: Settings = {
    projectDirectory,
    isDemo: project === undefined,
    dataDirectory,
    ...(former === undefined ? {} : { formerDataDirectory: former }),
    isDevelopment,
    ...(databaseAddress ? { databaseAddress } : {}),
    mayMigrate: !reader.isOn('noMigrate'),
    ...(masterKey === undefined ? {} : { masterKey }),
    ...(nextMasterKey === undefined ? {} : { nextMasterKey }),
    account: readAccount(reader),
    http,
    sql: readSqlSettings(reader),
    tokens: readTokenSettings(reader, isDevelopment),
    stop: {
      delayMs: (reader.integer('stopDelay', 0, 600) ?? 0) * 1000,
      finishWithinMs: (reader.integer('stopTimeout', 0, 86_400) ?? defaultStopTimeoutSeconds) * 1000,
    },
    engineMemoryMb:
      reader.integer('engineMemoryMb', 64, 10_000_000) ?? Math.min(1024, Math.floor(usableMemoryMb() / 4)),
    sourceNetworks: readNetworks(reader, 'sourceNetworks'),
    signInNetworks: readNetworks(reader, 'signInNetworks'),
    embedIssuer: reader.text('embedIssuer')?.text ?? 'cubecloud',
    ...(metricsToken === undefined ? {} : { metricsToken }),
    cacheMb: reader.integer('cacheMb', 0, 10_000_000) ?? Math.floor(usableMemoryMb() / 4),
    history: {
      keepForMs: (reader.integer('historyDays', 0, 3_650) ?? 7) * dayMs,
      mostEntries: reader.integer('historyEntries', 1_000, 100_000_000) ?? 100_000,
      claims: reader.list('historyClaims') ?? ['sub'],
    },
    jobsAtATime: reader.integer('jobs', 0, 64) ?? defaultJobsAtATime,
    mail: readMailSettings(reader),
    scim: readScimSettings(reader),
    ...(sso ? { sso } : {}),
    log: { level: reader.oneOf('logLevel', logLevels) ?? 'info', ...(format ? { format } : {}) },
    borrowed: { used: [...reader.borrowed], unread: reader.unreadBorrowed() },
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return settings;
}

function readSecret(reader: SettingReader, key: 'secretKey' | 'nextSecretKey' | 'metricsToken'): string | undefined {
  const setting = reader.text(key);
  if (setting && setting.text.length < minimumSecretLength) {
    reader.refuse(setting, `is too short: at least ${minimumSecretLength} characters`);
  }
  return setting?.text;
}

function readScimSettings(reader: SettingReader): ScimSettings {
  const requestsPerSecond = reader.integer('scimRequests', 1, 100_000);
  return {
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    attributeUrn: reader.oneOf('scimAttributeUrn', attributeUrns) ?? attributeUrns[0],
  };
}

function readAccount(reader: SettingReader): string {
  const setting = reader.text('account');
  if (setting && !/^[a-z0-9][a-z0-9-]{0,62}$/.test(setting.text)) {
    reader.refuse(setting, 'must be lower case letters, digits and -, at most 63 characters: it is part of URLs');
  }
  return setting?.text ?? 'default';
}

/** Returns the memory that the machine, or the container, lets the process use. */
function usableMemoryMb(): number {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.floor(bytes / (1024 * 1024));
}

/** The rule for servers that users name: data sources of deployments, models. */
export function sourceNetworkRule({ sourceNetworks }: Pick<Settings, 'sourceNetworks'>) {
  return { allowed: sourceNetworks, setting: networkNames.sourceNetworks };
}

/** The rule for providers that people sign in by. */
export function signInNetworkRule({ signInNetworks }: Pick<Settings, 'signInNetworks'>) {
  return { allowed: signInNetworks, setting: networkNames.signInNetworks };
}

function readNetworks(reader: SettingReader, key: keyof typeof networkNames): readonly string[] {
  const origin = networkNames[key];
  return (reader.list(key) ?? []).filter((range) => {
    const isRange = isAddressRange(range);
    if (!isRange) reader.refuse({ origin }, `takes addresses and ranges like 10.0.0.0/8, not '${range}'`);
    return isRange;
  });
}
