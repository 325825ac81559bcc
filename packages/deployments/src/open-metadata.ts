import { OperatorError } from '../../kernel/src/failure/operator-error.ts';
import type { Settings } from '../../config/src/settings.ts';
import { connect } from '../../store/src/database/connect.ts';
import type { Epochs } from '../../store/src/database/epochs.ts';
import { migrate, pendingMigrations } from '../../store/src/database/migrate.ts';
import type { Store } from '../../store/src/database/store.ts';
import { toldToOperator } from '../../store/src/database/store-unavailable.ts';
import { AccountService } from '../../people/src/account/account-service.ts';
import { firstAccountId } from '../../kernel/src/caller/first-account.ts';
import { AccountSettingsService } from '../../people/src/account/account-settings-service.ts';
import { ApiKeyService } from '../../people/src/key/api-key-service.ts';
import { AttributeService } from '../../people/src/attribute/attribute-service.ts';
import { AuditLog } from '../../people/src/audit/audit-log.ts';
import { AuditReader } from '../../people/src/audit/audit-reader.ts';
import { Directory } from '../../people/src/directory/directory.ts';
import { EmbedTenantService } from '../../people/src/tenant/embed-tenant-service.ts';
import { GroupService } from '../../people/src/group/group-service.ts';
import { KeyFolder } from '../../store/src/keys/key-folder.ts';
import { givenKeys, type KeySource } from '../../store/src/keys/key-source.ts';
import { Keyring } from '../../store/src/keys/keyring.ts';
import { PreferenceService } from '../../people/src/user/preference-service.ts';
import { ResourcePolicyService } from '../../people/src/role/resource-policy-service.ts';
import { RoleService } from '../../people/src/role/role-service.ts';
import { SessionService } from '../../people/src/session/session-service.ts';
import { SignInService } from '../../people/src/sign-in/sign-in-service.ts';
import { UserService } from '../../people/src/user/user-service.ts';
import { EnvironmentTokenService } from './token/environment-token-service.ts';
import { makeDataDirectory } from '../../runtime/src/source/data-directory.ts';
import { DataSourceService } from './input/data-source-service.ts';
import { DeploymentInputs } from './input/deployment-inputs.ts';
import { DeploymentService, type DeploymentServiceDependencies } from './deployment/deployment-service.ts';
import { VariableService } from './input/variable-service.ts';
import { type CheckAccess, checksNoAccess } from './version/check-access.ts';
import { VersionService } from './version/version-service.ts';

/** The metadata store and the services over it, up to date, with an account and its default deployment in it. */
export interface Metadata {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly accountId: number;
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
  readonly audit: AuditLog;
  readonly auditReader: AuditReader;
  readonly embedTenants: EmbedTenantService;
  readonly resourcePolicies: ResourcePolicyService;
  readonly apiKeys: ApiKeyService;
  readonly deployments: DeploymentService;
  readonly variables: VariableService;
  readonly dataSources: DataSourceService;
  readonly deploymentInputs: DeploymentInputs;
  readonly projectVersions: VersionService;
  readonly environmentTokens: EnvironmentTokenService;
  close(): Promise<void>;
}

/** Of a process that remembers what it has read. */
export interface ServedMetadata extends Metadata {
  readonly epochs: Epochs;
}

export type MetadataSettings = Pick<
  Settings,
  'dataDirectory' | 'databaseAddress' | 'masterKey' | 'nextMasterKey' | 'account' | 'mayMigrate'
> &
  Partial<Pick<Settings, 'sourceNetworks'>>;

/** As a command does, beside a server or without one, for any account. @throws OperatorError */
export async function openMetadata(settings: MetadataSettings, clock: { now(): number }): Promise<Metadata> {
  return open(
    settings,
    clock,
    async () => undefined,
    (accounts) => accounts.choose(settings.account),
  );
}

/** As a server does, for the account of the project folder and all others. @throws OperatorError */
export async function serveMetadata(
  settings: MetadataSettings,
  clock: { now(): number },
  watched: Watched = {},
): Promise<ServedMetadata> {
  return open(
    settings,
    clock,
    (store) => store.openEpochs(),
    (accounts) => accounts.ensure(settings.account),
    watched,
  );
}

/** What a process that serves does with what it learns. */
interface Watched {
  readonly log?: DeploymentServiceDependencies['log'];
  /** Absent where nothing is uploaded. */
  readonly checkAccess?: CheckAccess | undefined;
  /** Told of each secret that is opened, so that no line of the log shows it. */
  readonly hide?: ((secret: string) => void) | undefined;
}

async function open<E extends Epochs | undefined>(
  settings: MetadataSettings,
  clock: { now(): number },
  openEpochs: (store: Store) => Promise<E>,
  accountOf: (accounts: AccountService) => Promise<number>,
  { log, hide, checkAccess = checksNoAccess }: Watched = {},
): Promise<Metadata & { readonly epochs: E }> {
  if (!settings.databaseAddress) makeDataDirectory(settings.dataDirectory);
  const store = await connect(settings);
  let epochs: E | undefined;
  try {
    await bringUpToDate(store, settings.mayMigrate);
    const keyring = await Keyring.open(store.database, keySourceOf(settings), clock);
    epochs = await openEpochs(store);
    const audit = new AuditLog(clock);
    const dependencies = { database: store.database, clock, epochs, audit };
    const attributes = new AttributeService(dependencies);
    const roles = new RoleService(dependencies);
    const accountSettings = new AccountSettingsService({ ...dependencies, roles });
    const sessions = new SessionService(dependencies);
    const groups = new GroupService(dependencies);
    const users = new UserService({ ...dependencies, attributes, groups, roles, sessions, settings: accountSettings });
    const signIn = new SignInService({ ...dependencies, users, sessions });
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
    const accountId = await accountOf(accounts);
    if (accountId === firstAccountId) await deployments.ensureDefault(accountId);
    const close = async () => {
      await epochs?.close();
      await store.close();
    };
    const directory = new Directory(store.database);
    const auditReader = new AuditReader(dependencies);
    const embedTenants = new EmbedTenantService({ ...dependencies, attributes, settings: accountSettings });
    const resourcePolicies = new ResourcePolicyService(dependencies);
    const preferences = new PreferenceService(dependencies);
    const signingIn = { sessions, signIn, auditReader, embedTenants, resourcePolicies };
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
      ...people,
      ...signingIn,
      apiKeys,
      deployments,
      variables,
      dataSources,
      deploymentInputs,
      projectVersions,
      environmentTokens,
      close,
    };
  } catch (error) {
    await epochs?.close();
    await store.close();
    throw toldToOperator(error, settings);
  }
}

/** Where the master key of an installation is: given, or in the data folder. */
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
