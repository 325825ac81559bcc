import type { Generated, Kysely } from 'kysely';
import type { ContentTables } from './content-tables.ts';
import type { NotificationTables } from './notification-tables.ts';

/** Tables of the metadata store. Instants are epoch milliseconds, booleans 0 or 1. */
export interface Tables extends ContentTables, NotificationTables {
  readonly account: AccountTable;
  readonly account_user: UserTable;
  readonly api_key: ApiKeyTable;
  readonly api_key_deployment: ApiKeyDeploymentTable;
  readonly audit_log: AuditLogTable;
  readonly browser_session: BrowserSessionTable;
  readonly custom_role: CustomRoleTable;
  readonly deployment: DeploymentTable;
  readonly deployment_data_source: DeploymentDataSourceTable;
  readonly deployment_number: DeploymentNumberTable;
  readonly deployment_secret: DeploymentSecretTable;
  readonly deployment_variable: DeploymentVariableTable;
  readonly embed_tenant: EmbedTenantTable;
  readonly environment_token: EnvironmentTokenTable;
  readonly group_member: GroupMemberTable;
  readonly job: JobTable;
  readonly job_worker: JobWorkerTable;
  readonly master_key: MasterKeyTable;
  readonly project_activation: ProjectActivationTable;
  readonly project_version: ProjectVersionTable;
  readonly project_version_piece: ProjectVersionPieceTable;
  readonly resource_policy: ResourcePolicyTable;
  readonly role_policy: RolePolicyTable;
  readonly role_policy_deployment: RolePolicyDeploymentTable;
  readonly sign_in_failure: SignInFailureTable;
  readonly sign_in_link: SignInLinkTable;
  readonly user_attribute: UserAttributeTable;
  readonly user_attribute_value: UserAttributeValueTable;
  readonly user_group: UserGroupTable;
  readonly user_password: UserPasswordTable;
  readonly user_preference: UserPreferenceTable;
  readonly user_role: UserRoleTable;
}

export interface AccountTable {
  readonly id: number;
  /** Stands in addresses: lower case letters, digits and `-`. */
  readonly name: string;
  readonly created_at: number;
  /** See `epochs.ts`. */
  readonly epoch: Generated<number>;
  /** When the first start printed its key; never again after that. */
  readonly first_key_at: number | null;
  /** JSON; see `account-settings.ts`. */
  readonly settings: Generated<string | null>;
}

export interface UserTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** As it was given. */
  readonly username: string;
  /** As it is compared; unique in the account. */
  readonly username_key: string;
  readonly email: string | null;
  readonly role: string;
  readonly status: string;
  readonly created_at: number;
  /** Random, for other systems. */
  readonly uid: Generated<string>;
  /** Of the system that provides the user; of an external user what the embedding company calls them. */
  readonly external_id: Generated<string | null>;
  readonly display_name: Generated<string | null>;
  readonly given_name: Generated<string | null>;
  readonly family_name: Generated<string | null>;
  readonly formatted_name: Generated<string | null>;
  /** JSON list of all addresses; `email` is one of them. NULL: just that one. */
  readonly emails: Generated<string | null>;
  readonly picture: Generated<string | null>;
  /** Which way somebody else looks after the user: `scim`. */
  readonly managed_by: Generated<string | null>;
  /** `internal` users sign in; `external` ones are viewers of embedded content. */
  readonly kind: Generated<string>;
  readonly embed_tenant_id: Generated<number | null>;
  /** Of an ephemeral external user. */
  readonly expires_at: Generated<number | null>;
  /** NULL: as it was made. */
  readonly updated_at: Generated<number | null>;
  /** Grows with every change. */
  readonly version: Generated<number>;
}

/** What a node has to do; see `jobs/job.ts`. */
export interface JobTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly deployment_id: number | null;
  readonly kind: string;
  /** Of a kind, one job with it at a time. */
  readonly key: string | null;
  /** JSON. */
  readonly payload: string;
  readonly created_at: number;
  readonly due_at: number;
  /** How often somebody has begun. */
  readonly attempts: Generated<number>;
  /** Who holds it. */
  readonly worker_id: string | null;
  /** Why it failed last. */
  readonly error: string | null;
  /** When it was given up. */
  readonly failed_at: number | null;
}

/** A node that works jobs, for as long as it runs. */
interface JobWorkerTable {
  readonly id: string;
  /** Grows while it lives. */
  readonly beat: number;
  readonly started_at: number;
}

export interface EmbedTenantTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly name: string;
  readonly created_at: number;
}

export interface UserGroupTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** NULL: of the account. */
  readonly embed_tenant_id: number | null;
  /** `own` or `system`; nobody edits those. */
  readonly kind: string;
  readonly uid: string;
  readonly name: string;
  /** As it is compared; unique in its scope. */
  readonly name_key: string;
  readonly description: string | null;
  readonly external_id: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

interface GroupMemberTable {
  readonly group_id: number;
  readonly user_id: number;
}

export interface UserAttributeTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** NULL: of the account. */
  readonly embed_tenant_id: number | null;
  readonly name: string;
  /** As it is compared; unique in its scope. */
  readonly name_key: string;
  readonly type: string;
  readonly display_name: string | null;
  /** As text: JSON of lists. */
  readonly default_value: string | null;
  readonly description: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

interface UserAttributeValueTable {
  readonly user_id: number;
  readonly attribute_id: number;
  /** JSON. */
  readonly value: string;
}

export interface CustomRoleTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly name: string;
  /** As it is compared; unique in the account. */
  readonly name_key: string;
  readonly description: string | null;
  /** The built-in role whose part of the product its holders have. */
  readonly base: string;
  /** JSON list: what its holders may do in the account. */
  readonly actions: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What holders of a role may do with deployments. */
interface RolePolicyTable {
  readonly id: Generated<number>;
  readonly role_id: number;
  /** 1: every deployment, later ones too. 0: those of `role_policy_deployment`. */
  readonly has_all_deployments: number;
  /** JSON list. */
  readonly actions: string;
}

interface RolePolicyDeploymentTable {
  readonly role_policy_id: number;
  readonly deployment_id: number;
}

interface UserRoleTable {
  readonly user_id: number;
  readonly role_id: number;
}

/** What somebody has chosen; the rest is as it is for everybody. */
interface UserPreferenceTable {
  readonly user_id: number;
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

/** What somebody or a group may do with one thing. */
interface ResourcePolicyTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly resource_type: string;
  readonly resource_id: number;
  /** One of the two. */
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly action: string;
}

interface UserPasswordTable {
  readonly user_id: number;
  /** See `password.ts`. */
  readonly hash: string;
  readonly set_at: number;
}

/** Good once, to set a password. */
export interface SignInLinkTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  /** `invitation` or `reset`. */
  readonly kind: string;
  /** SHA-256 of what the link holds, which is random. */
  readonly hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface BrowserSessionTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  /** SHA-256 of what the browser holds, which is random. */
  readonly hash: string;
  readonly created_at: number;
  /** At most a minute old while it is in use. */
  readonly last_used_at: number;
  readonly address: string | null;
  readonly user_agent: string | null;
}

interface SignInFailureTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** Of whoever was named, whether there is such a user or not. */
  readonly username_key: string;
  readonly address: string;
  readonly failed_at: number;
}

/** What happened, in words that stay true when users and deployments are gone. */
export interface AuditLogTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly at: number;
  readonly event: string;
  readonly user_id: number | null;
  readonly user_email: string | null;
  readonly deployment_id: number | null;
  /** Where the request came from. */
  readonly address: string | null;
  /** JSON. */
  readonly attributes: string;
}

export interface ApiKeyTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  readonly name: string;
  /** SHA-256 of the key, which is random and long enough not to need more. */
  readonly hash: string;
  /** The last four characters, for people to recognise it. */
  readonly tail: string;
  /** 1: every deployment, later ones too. 0: those of `api_key_deployment`. */
  readonly has_all_deployments: number;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** At most a minute old while it is in use. */
  readonly last_used_at: number | null;
}

interface ApiKeyDeploymentTable {
  readonly api_key_id: number;
  readonly deployment_id: number;
}

export interface DeploymentTable {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly created_at: number;
  /** As it is compared; unique in the account. */
  readonly name_key: Generated<string | null>;
  /** Grows with every change of its variables and data sources. */
  readonly revision: Generated<number>;
}

/** One row: the last number a deployment was given, also one that is gone. */
interface DeploymentNumberTable {
  readonly id: number;
  readonly last: number;
}

/** What a deployment's project may read by name. */
interface DeploymentVariableTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly name: string;
  /** The value; see `seal.ts`. */
  readonly sealed: string;
  readonly updated_at: number;
}

/** A database server that a deployment asks, beside those its project names. */
export interface DeploymentDataSourceTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly name: string;
  readonly type: string;
  /** JSON, without the password. */
  readonly settings: string;
  /** The password; see `seal.ts`. */
  readonly sealed: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Secrets that sign Data API tokens of a deployment: the newest signs, all are accepted. */
export interface DeploymentSecretTable {
  /** Newer secrets have larger ones. */
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly created_at: number;
  /** Sealed by the master key; see `seal.ts`. */
  readonly sealed: string;
}

/** A project that was uploaded for a deployment. */
export interface ProjectVersionTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly created_at: number;
  /** NULL: somebody who is gone. */
  readonly created_by: number | null;
  /** What whoever uploaded it says of it. */
  readonly message: string | null;
  /** Of the archive, hex. */
  readonly sha256: string;
  readonly archive_bytes: number;
  readonly file_count: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
}

/** A part of the archive of a version; all of them in the order of their numbers are the archive. */
interface ProjectVersionPieceTable {
  readonly id: Generated<number>;
  readonly version_id: number;
  /** Base64. */
  readonly content: string;
}

/** That a version began to serve. The newest one of a deployment tells which version serves. */
export interface ProjectActivationTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly version_id: number;
  /** Of the activation to go back to; NULL: there is none. */
  readonly before_id: number | null;
  readonly at: number;
}

/** One row: which master key everything sealed is sealed by. */
export interface MasterKeyTable {
  readonly id: number;
  readonly key_id: string;
  /** A known text, to try a key on. */
  readonly sealed: string;
  readonly sealed_at: number;
}

/** What was signed for an environment, as long as it lasts. */
interface EnvironmentTokenTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly environment_id: number;
  /** JSON. */
  readonly security_context: string;
  /** JSON list; NULL: whatever tokens of the deployment may do. */
  readonly scopes: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

export type Database = Kysely<Tables>;
