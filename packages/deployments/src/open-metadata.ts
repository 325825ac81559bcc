import { firstAccountId, OperatorError } from '@orrery/kernel';
import type { Settings } from '@orrery/config';
import {
  connect,
  type Epochs,
  givenKeys,
  KeyFolder,
  Keyring,
  type KeySource,
  migrate,
  oauthSecretPlace,
  pendingMigrations,
  type Store,
  asOperatorError,
  type Writer,
} from '@orrery/store';
import {
  AccountSecrets,
  AccountService,
  AccountClients,
  AccountSettingsService,
  ReceivedAnswers,
  ApiKeyService,
  AttributeService,
  AuditLog,
  AuditReader,
  Changes,
  ClientService,
  Directory,
  EmbedSecrets,
  EmbedSessionService,
  EmbedTenantService,
  FlowService,
  GrantService,
  GroupService,
  IdentityService,
  Introspection,
  LinkedIdentities,
  OAuthCodes,
  OAuthDevices,
  type PasswordCost,
  PreferenceService,
  ProviderService,
  ProviderSignIn,
  ProviderSignOut,
  ResourcePolicyService,
  RoleService,
  SessionService,
  SignInPolicy,
  SignInService,
  UserService,
  ViewerService,
} from '@orrery/people';
import { applySso, type ReadMetadata, readSso } from './environment-sso.ts';
import { EnvironmentTokenService } from './token/index.ts';
import { makeDataDirectory } from '@orrery/runtime';
import { DataSourceService, DeploymentInputs, VariableService } from './input/index.ts';
import { DeploymentService, DeploymentStore } from './deployment/index.ts';
import { UploadService } from './upload/index.ts';
import { type CheckAccess, checksNoAccess, VersionService } from './version/index.ts';

/** The migrated metadata store and its services, with an account and its default deployment. */
export interface Metadata {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly accountId: number;
  readonly changes: Changes;
  readonly accounts: AccountService;
  readonly users: UserService;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
  readonly roles: RoleService;
  readonly settings: AccountSettingsService;
  readonly directory: Directory;
  readonly preferences: PreferenceService;
  readonly sessions: SessionService;
  readonly signIn: SignInService;
  readonly signInPolicy: SignInPolicy;
  readonly signInProviders: ProviderService;
  readonly signInIdentities: LinkedIdentities;
  readonly signInFlows: FlowService;
  readonly signInAnswers: ReceivedAnswers;
  readonly providerSignIn: ProviderSignIn;
  readonly providerSignOut: ProviderSignOut;
  readonly audit: AuditLog;
  readonly auditReader: AuditReader;
  readonly embedTenants: EmbedTenantService;
  readonly embedUsers: ViewerService;
  readonly embedSecrets: EmbedSecrets;
  readonly embedSessions: EmbedSessionService;
  readonly oauthClients: ClientService;
  readonly accountClients: AccountClients;
  readonly oauthGrants: GrantService;
  readonly introspection: Introspection;
  readonly oauthCodes: OAuthCodes;
  readonly oauthDevices: OAuthDevices;
  readonly resourcePolicies: ResourcePolicyService;
  readonly apiKeys: ApiKeyService;
  readonly deployments: DeploymentService;
  readonly variables: VariableService;
  readonly dataSources: DataSourceService;
  readonly deploymentInputs: DeploymentInputs;
  readonly projectVersions: VersionService;
  readonly uploads: UploadService;
  readonly environmentTokens: EnvironmentTokenService;
  close(): Promise<void>;
}

/** Metadata of a process that remembers what it has read. */
export interface ServedMetadata extends Metadata {
  readonly epochs: Epochs;
}

export type MetadataSettings = Pick<
  Settings,
  'dataDirectory' | 'databaseAddress' | 'masterKey' | 'nextMasterKey' | 'account' | 'mayMigrate'
> &
  Partial<Pick<Settings, 'sourceNetworks' | 'sso'>>;

/** Opens the store for a command, with or without a running server, for any account. @throws OperatorError */
export async function openMetadata(settings: MetadataSettings, clock: { now(): number }): Promise<Metadata> {
  return open(
    settings,
    clock,
    async () => undefined,
    (accounts) => accounts.choose(settings.account),
  );
}

/** Opens the store for a server, for the project folder's account and all others. @throws OperatorError */
export async function serveMetadata(
  settings: MetadataSettings,
  clock: { now(): number },
  given: MetadataCallbacks = {},
): Promise<ServedMetadata> {
  const sso = await readSso(settings.sso, given.readMetadata);
  const metadata = await open(
    settings,
    clock,
    (store) => store.openEpochs(),
    (accounts) => accounts.ensure(settings.account),
    given,
  );
  try {
    await applySso(metadata, sso, given.log);
  } catch (error) {
    await metadata.close();
    throw asOperatorError(error, settings);
  }
  return metadata;
}

/** Callbacks of a serving process, and the cost of its passwords. */
interface MetadataCallbacks {
  readonly log?: Record<'error' | 'warn', (facts: object, message: string) => void> | undefined;
  /** Reads the metadata of a provider of SAML that the settings name; absent where they name none. */
  readonly readMetadata?: ReadMetadata | undefined;
  /** Absent when nothing is uploaded. */
  readonly checkAccess?: CheckAccess | undefined;
  /** Receives each opened secret, so that the log hides it. */
  readonly hide?: ((secret: string) => void) | undefined;
  /** Absent: what OWASP recommends. No setting changes it. */
  readonly passwordCost?: PasswordCost | undefined;
}

async function open<E extends Epochs | undefined>(
  settings: MetadataSettings,
  clock: { now(): number },
  openEpochs: (store: Store) => Promise<E>,
  accountOf: (accounts: AccountService) => Promise<number>,
  { log, hide, checkAccess = checksNoAccess, passwordCost }: MetadataCallbacks = {},
): Promise<Metadata & { readonly epochs: E }> {
  if (!settings.databaseAddress) makeDataDirectory(settings.dataDirectory);
  const store = await connect(settings);
  let epochs: E | undefined;
  try {
    await bringUpToDate(store, settings.mayMigrate);
    const keyring = await Keyring.open(store.database, keySourceOf(settings), clock);
    epochs = await openEpochs(store);
    const audit = new AuditLog(clock);
    const changes = new Changes({ database: store.database, clock, epochs, audit });
    const dependencies = { database: store.database, clock, epochs, audit, changes };
    const attributes = new AttributeService(dependencies);
    const deploymentRows = new DeploymentStore(store.database);
    const deploymentsOf = async (account: number, transaction: Writer) =>
      (await deploymentRows.deployments(transaction, account)).map(({ id }) => id);
    const roles = new RoleService({ ...dependencies, deploymentsOf });
    const accountSettings = new AccountSettingsService({ ...dependencies, roles });
    const sessions = new SessionService(dependencies);
    const groups = new GroupService(dependencies);
    const refreshSecrets = new AccountSecrets(
      { ...dependencies, keyring },
      { table: 'oauth_secret', placeOf: oauthSecretPlace },
    );
    const oauthGrants = new GrantService({ ...dependencies, secrets: refreshSecrets });
    const signInPolicy = new SignInPolicy({ ...dependencies, settings: accountSettings, sessions });
    const access = { sessions, grants: oauthGrants, signInPolicy };
    const users = new UserService({
      ...dependencies,
      ...access,
      attributes,
      groups,
      roles,
      settings: accountSettings,
    });
    const signIn = new SignInService({ ...dependencies, ...access, policy: signInPolicy, users, passwordCost });
    const signInProviders = new ProviderService({ ...dependencies, keyring, signInPolicy });
    const signInFlows = new FlowService(dependencies);
    const signInAnswers = new ReceivedAnswers(dependencies);
    const identities = new IdentityService({ users, settings: accountSettings });
    const providerSignIn = new ProviderSignIn({ ...dependencies, identities, signIn });
    const providerSignOut = new ProviderSignOut({ ...dependencies, sessions });
    const apiKeys = new ApiKeyService(dependencies);
    const accounts = new AccountService({ ...dependencies, users, apiKeys });
    const deployments = new DeploymentService({ ...dependencies, keyring, log });
    const environmentTokens = new EnvironmentTokenService({ ...dependencies, deployments });
    const variables = new VariableService({ ...dependencies, keyring });
    const network = { allowed: settings.sourceNetworks ?? [] };
    const dataSources = new DataSourceService({ ...dependencies, keyring, network });
    const deploymentInputs = new DeploymentInputs({ ...dependencies, keyring }, hide);
    const inputsOf = deploymentInputs.of.bind(deploymentInputs);
    const { dataDirectory } = settings;
    const projectVersions = new VersionService({ ...dependencies, deployments, inputsOf, checkAccess, dataDirectory });
    const uploads = new UploadService({ ...dependencies, deployments, versions: projectVersions });
    const accountId = await accountOf(accounts);
    if (accountId === firstAccountId) await deployments.ensureDefault(accountId);
    const close = async () => {
      await epochs?.close();
      await store.close();
    };
    const directory = new Directory(store.database);
    const auditReader = new AuditReader(dependencies);
    const embedTenants = new EmbedTenantService({ ...dependencies, attributes, users });
    const embedUsers = new ViewerService({ ...dependencies, users });
    const embedSecrets = new EmbedSecrets({ ...dependencies, keyring });
    const embedding = { attributes, groups, embedTenants, secrets: embedSecrets };
    const embedSessions = new EmbedSessionService({ ...dependencies, ...embedding });
    const resourcePolicies = new ResourcePolicyService(dependencies);
    const preferences = new PreferenceService(dependencies);
    const signingIn = {
      sessions,
      signIn,
      signInPolicy,
      signInProviders,
      signInIdentities: new LinkedIdentities({ ...dependencies, sessions, signInPolicy }),
      signInFlows,
      signInAnswers,
      providerSignIn,
      providerSignOut,
      auditReader,
      embedTenants,
      embedUsers,
      embedSecrets,
      embedSessions,
      oauthClients: new ClientService(dependencies),
      accountClients: new AccountClients({ ...dependencies, grants: oauthGrants, users }),
      oauthGrants,
      introspection: new Introspection({ ...dependencies, secrets: refreshSecrets }),
      oauthCodes: new OAuthCodes({ ...dependencies, grants: oauthGrants }),
      oauthDevices: new OAuthDevices({ ...dependencies, grants: oauthGrants, keyring }),
      resourcePolicies,
    };
    const people = {
      accounts,
      users,
      groups,
      attributes,
      directory,
      roles,
      preferences,
      settings: accountSettings,
      audit,
    };
    return {
      store,
      keyring,
      epochs,
      accountId,
      changes,
      ...people,
      ...signingIn,
      apiKeys,
      deployments,
      variables,
      dataSources,
      deploymentInputs,
      projectVersions,
      uploads,
      environmentTokens,
      close,
    };
  } catch (error) {
    await epochs?.close();
    await store.close();
    throw asOperatorError(error, settings);
  }
}

/** Returns the source of the master key: a setting, or a file in the data folder. */
export function keySourceOf({
  masterKey,
  nextMasterKey,
  dataDirectory,
}: Pick<Settings, 'masterKey' | 'nextMasterKey' | 'dataDirectory'>): KeySource {
  if (masterKey === undefined) return new KeyFolder(dataDirectory);
  return givenKeys(nextMasterKey === undefined ? [masterKey] : [masterKey, nextMasterKey]);
}

async function bringUpToDate({ database }: Store, mayMigrate: boolean): Promise<void> {
  if (mayMigrate) return void (await migrate(database));
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The metadata store is behind this version (${pending.join(', ')}): run orrery migrate, or start without --no-migrate.`,
  );
}
