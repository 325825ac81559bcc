import type { Generated } from 'kysely';

/** Tables of accounts and the people in them. Instants are epoch milliseconds, booleans 0 or 1. */
export interface PeopleTables {
  readonly account: AccountTable;
  readonly account_user: UserTable;
  readonly api_key: ApiKeyTable;
  readonly api_key_deployment: ApiKeyDeploymentTable;
  readonly audit_log: AuditLogTable;
  readonly browser_session: BrowserSessionTable;
  readonly custom_role: CustomRoleTable;
  readonly embed_secret: EmbedSecretTable;
  readonly embed_session: EmbedSessionTable;
  readonly embed_tenant: EmbedTenantTable;
  readonly embed_token: EmbedTokenTable;
  readonly group_member: GroupMemberTable;
  readonly resource_policy: ResourcePolicyTable;
  readonly role_policy: RolePolicyTable;
  readonly role_policy_deployment: RolePolicyDeploymentTable;
  readonly sign_in_answer: SignInAnswerTable;
  readonly sign_in_failure: SignInFailureTable;
  readonly sign_in_flow: SignInFlowTable;
  readonly sign_in_link: SignInLinkTable;
  readonly sign_in_provider: SignInProviderTable;
  readonly user_attribute: UserAttributeTable;
  readonly user_attribute_value: UserAttributeValueTable;
  readonly user_group: UserGroupTable;
  readonly user_identity: UserIdentityTable;
  readonly user_password: UserPasswordTable;
  readonly user_preference: UserPreferenceTable;
  readonly user_role: UserRoleTable;
}

export interface AccountTable {
  readonly id: number;
  /** Part of addresses: lower case letters, digits and `-`. */
  readonly name: string;
  readonly created_at: number;
  /** See `epochs.ts`. */
  readonly epoch: Generated<number>;
  /** When the first start printed its key, which happens only once. */
  readonly first_key_at: number | null;
  /** JSON; see `account-settings.ts`. */
  readonly settings: Generated<string | null>;
}

export interface UserTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** The name as it was given. */
  readonly username: string;
  /** The name in the form for comparison; unique in the account. */
  readonly username_key: string;
  readonly email: string | null;
  readonly role: string;
  readonly status: string;
  readonly created_at: number;
  /** Random id for other systems. */
  readonly uid: Generated<string>;
  /** Id in the system that provisions the user; for an external user, the id in the embedding application. */
  readonly external_id: Generated<string | null>;
  readonly display_name: Generated<string | null>;
  readonly given_name: Generated<string | null>;
  readonly family_name: Generated<string | null>;
  readonly formatted_name: Generated<string | null>;
  /** JSON list of all addresses, `email` included. NULL when `email` is the only one. */
  readonly emails: Generated<string | null>;
  readonly picture: Generated<string | null>;
  /** Set when another system manages the user: `scim`. */
  readonly managed_by: Generated<string | null>;
  /** `internal` users sign in; `external` ones are viewers of embedded content. */
  readonly kind: Generated<string>;
  readonly embed_tenant_id: Generated<number | null>;
  /** When an ephemeral external user expires. */
  readonly expires_at: Generated<number | null>;
  /** NULL when it has not changed since it was created. */
  readonly updated_at: Generated<number | null>;
  /** Grows with every change. */
  readonly version: Generated<number>;
}

export interface EmbedTenantTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly name: string;
  readonly created_at: number;
}

/** The secret that signs the tokens of an account's viewers. */
interface EmbedSecretTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly sealed: string;
  readonly created_at: number;
}

interface EmbedSessionColumns {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly deployment_id: number;
  /** An external user, or a user of the account. */
  readonly user_id: number;
  /** NULL for the account's own partition. */
  readonly embed_tenant_id: number | null;
  readonly is_creator: number;
  /** The only dashboard that the session may open; NULL for a session that is not locked. */
  readonly public_dashboard_id: string | null;
  /** JSON. */
  readonly security_context: string | null;
  /** JSON. */
  readonly embed_theme: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A session that no browser has exchanged yet. */
export interface EmbedSessionTable extends EmbedSessionColumns {
  /** SHA-256 of the random name of the session. */
  readonly hash: string;
}

/** A token that a session was exchanged for; it is refused once its row is gone. */
export interface EmbedTokenTable extends EmbedSessionColumns {
  readonly jti: string;
}

export interface UserGroupTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** NULL for a group of the account itself. */
  readonly embed_tenant_id: number | null;
  /** `own` or `system`; users cannot edit system groups. */
  readonly kind: string;
  readonly uid: string;
  readonly name: string;
  /** The name in the form for comparison; unique in its scope. */
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
  /** NULL for an attribute of the account itself. */
  readonly embed_tenant_id: number | null;
  readonly name: string;
  /** The name in the form for comparison; unique in its scope. */
  readonly name_key: string;
  readonly type: string;
  readonly display_name: string | null;
  /** Text, and for lists their JSON. */
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
  /** The name in the form for comparison; unique in the account. */
  readonly name_key: string;
  readonly description: string | null;
  /** The built-in role that decides which part of the product the role's holders use. */
  readonly base: string;
  /** JSON list of the actions its holders may perform in the account. */
  readonly actions: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Actions that holders of a role may perform on deployments. */
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

/** A user's preferences; a missing one has the default of the account. */
interface UserPreferenceTable {
  readonly user_id: number;
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

/** Permissions of a user or a group on one resource. */
interface ResourcePolicyTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly resource_type: string;
  readonly resource_id: number;
  /** Exactly one of the two is set. */
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

/** A link that sets a password and works once. */
export interface SignInLinkTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  /** `invitation` or `reset`. */
  readonly kind: string;
  /** SHA-256 of the random token in the link. */
  readonly hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface BrowserSessionTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  /** SHA-256 of the random token in the browser. */
  readonly hash: string;
  readonly created_at: number;
  /** At most a minute behind while the session is in use. */
  readonly last_used_at: number;
  readonly address: string | null;
  readonly user_agent: string | null;
  /** The provider that the user signed in by, with its names of the user and of its own session; NULL without one. */
  readonly provider_key: Generated<string | null>;
  readonly provider_subject: Generated<string | null>;
  readonly provider_session: Generated<string | null>;
}

/** A provider of identities that people of an account sign in by. */
export interface SignInProviderTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** Random name in addresses. */
  readonly key: string;
  readonly kind: string;
  readonly preset: string | null;
  readonly name: string;
  readonly is_on: number;
  /** JSON; see `sign-in-provider.ts`. */
  readonly settings: string;
  /** JSON of its secrets; an empty object where there is none. */
  readonly sealed: string;
  readonly has_secret: number;
  readonly created_at: number;
  readonly updated_at: number;
  /** Grows with every change. */
  readonly version: number;
}

/** A user as a provider knows them. */
export interface UserIdentityTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  readonly provider_key: string;
  readonly issuer: string;
  readonly subject: string;
  readonly created_at: number;
  readonly last_used_at: number;
}

/** A sign-in that somebody has begun at a provider. Nothing of it can be computed from the row. */
export interface SignInFlowTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly provider_key: string;
  readonly state_hash: string;
  /** SHA-256 of the random value in the cookie of the browser that began it. */
  readonly browser_hash: string;
  /** Address of the page that opens afterwards, or the admin who tests the provider. */
  readonly next: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
}

/** An answer of a provider, kept so that it is used once. Nothing of it opens without its handle. */
interface SignInAnswerTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly provider_key: string;
  /** SHA-256 of the provider's own id of its statement. */
  readonly answer_hash: string;
  /** SHA-256 of the random value that the browser brings to its end; NULL once it was brought, or where none is needed. */
  readonly handle_hash: string | null;
  /** JSON of what was proved; NULL as soon as it was taken. */
  readonly content: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

interface SignInFailureTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** The name that was tried, whether or not such a user exists. */
  readonly username_key: string;
  readonly address: string;
  readonly failed_at: number;
}

/** An event, described in words that stay true when users and deployments are deleted. */
export interface AuditLogTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly at: number;
  readonly event: string;
  readonly user_id: number | null;
  readonly user_email: string | null;
  readonly deployment_id: number | null;
  /** Address that sent the request. */
  readonly address: string | null;
  /** JSON. */
  readonly attributes: string;
}

export interface ApiKeyTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  readonly name: string;
  /** SHA-256 of the key. The key is random and long, so a slow hash adds nothing. */
  readonly hash: string;
  /** The last four characters, by which people recognise the key. */
  readonly tail: string;
  /** 1: every deployment, later ones too. 0: those of `api_key_deployment`. */
  readonly has_all_deployments: number;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** At most a minute behind while the key is in use. */
  readonly last_used_at: number | null;
}

interface ApiKeyDeploymentTable {
  readonly api_key_id: number;
  readonly deployment_id: number;
}
