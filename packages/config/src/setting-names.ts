/** Sources a setting is read from, in order: the flag, then the variables. */
export interface SettingName {
  /** Name of the flag without the dashes. */
  readonly flag?: string;
  /** A flag that takes no value. */
  readonly isSwitch?: boolean;
  readonly variables: readonly string[];
  /** Placeholder shown in the list of a command's flags. */
  readonly shows?: string;
}

const named = {
  project: { flag: 'project', variables: ['ORRERY_PROJECT'], shows: 'DIR  project folder (default: the demo)' },
  data: {
    flag: 'data',
    variables: ['ORRERY_DATA'],
    shows: 'DIR  keys, metadata and temporary files (default: .orrery in the project folder)',
  },
  host: { flag: 'host', variables: ['ORRERY_HOST'], shows: 'HOST  address to listen on (default: 127.0.0.1)' },
  port: { flag: 'port', variables: ['ORRERY_PORT'], shows: 'N  port to listen on (default: 4000)' },
  sqlPort: {
    flag: 'sql-port',
    variables: ['ORRERY_SQL_PORT', 'CUBEJS_PG_SQL_PORT'],
    shows: "N  port of PostgreSQL's protocol (default: none)",
  },
  sqlUser: { variables: ['CUBEJS_SQL_USER'] },
  sqlPassword: { variables: ['CUBEJS_SQL_PASSWORD'] },
  sqlSuperUser: { variables: ['CUBEJS_SQL_SUPER_USER'] },
  sqlSessions: { variables: ['ORRERY_SQL_SESSIONS', 'CUBEJS_MAX_SESSIONS'] },
  publicUrl: { flag: 'public-url', variables: ['ORRERY_PUBLIC_URL'], shows: 'URL  address clients use' },
  tlsCert: { flag: 'tls-cert', variables: ['ORRERY_TLS_CERT'], shows: 'FILE  certificate chain, PEM' },
  tlsKey: { flag: 'tls-key', variables: ['ORRERY_TLS_KEY'], shows: 'FILE  private key, PEM' },
  tlsSelfSigned: {
    flag: 'tls-self-signed',
    isSwitch: true,
    variables: ['ORRERY_TLS_SELF_SIGNED'],
    shows: '  HTTPS with a certificate made on first start',
  },
  trustProxy: {
    flag: 'trust-proxy',
    variables: ['ORRERY_TRUST_PROXY'],
    shows: 'CIDR,...  proxies whose X-Forwarded-Proto is believed',
  },
  dev: {
    flag: 'dev',
    isSwitch: true,
    variables: ['ORRERY_DEV'],
    shows: '  plain HTTP on loopback, more detail in errors',
  },
  noMigrate: {
    flag: 'no-migrate',
    isSwitch: true,
    variables: [],
    shows: '  refuses to start when the metadata store is behind (orrery migrate)',
  },
  databaseUrl: { variables: ['ORRERY_DATABASE_URL'] },
  secretKey: { variables: ['ORRERY_SECRET_KEY'] },
  nextSecretKey: { variables: ['ORRERY_NEW_SECRET_KEY'] },
  apiSecrets: { variables: ['ORRERY_API_SECRET', 'CUBEJS_API_SECRETS', 'CUBEJS_API_SECRET'] },
  basePath: { variables: ['ORRERY_BASE_PATH'] },
  account: { variables: ['ORRERY_ACCOUNT'] },
  jwtKey: { variables: ['ORRERY_JWT_KEY', 'CUBEJS_JWT_KEY'] },
  jwkUrl: { variables: ['ORRERY_JWK_URL', 'CUBEJS_JWK_URL'] },
  jwtAlgorithms: { variables: ['ORRERY_JWT_ALGS', 'CUBEJS_JWT_ALGS'] },
  jwtAudience: { variables: ['ORRERY_JWT_AUDIENCE', 'CUBEJS_JWT_AUDIENCE'] },
  jwtIssuer: { variables: ['ORRERY_JWT_ISSUER', 'CUBEJS_JWT_ISSUER'] },
  jwtSubject: { variables: ['ORRERY_JWT_SUBJECT', 'CUBEJS_JWT_SUBJECT'] },
  jwtClaimsNamespace: { variables: ['ORRERY_JWT_CLAIMS_NAMESPACE', 'CUBEJS_JWT_CLAIMS_NAMESPACE'] },
  apiScopes: { variables: ['ORRERY_API_SCOPES', 'CUBEJS_DEFAULT_API_SCOPES'] },
  corsOrigins: { variables: ['ORRERY_CORS_ORIGINS'] },
  embedIssuer: { variables: ['ORRERY_EMBED_ISSUER'] },
  frameOrigins: { variables: ['ORRERY_FRAME_ORIGINS'] },
  engineMemoryMb: { variables: ['ORRERY_ENGINE_MEMORY_MB'] },
  sourceNetworks: { variables: ['ORRERY_SOURCE_NETWORKS'] },
  signInNetworks: { variables: ['ORRERY_SIGN_IN_NETWORKS'] },
  cacheMb: { variables: ['ORRERY_CACHE_MB'] },
  maxRequestSize: { variables: ['ORRERY_MAX_REQUEST_SIZE', 'CUBEJS_MAX_REQUEST_SIZE'] },
  webSockets: { variables: ['ORRERY_WEB_SOCKETS', 'CUBEJS_WEB_SOCKETS'] },
  subscriptionInterval: { variables: ['ORRERY_SUBSCRIPTION_INTERVAL_MS'] },
  stopDelay: { variables: ['ORRERY_STOP_DELAY_SECONDS'] },
  stopTimeout: { variables: ['ORRERY_STOP_TIMEOUT_SECONDS'] },
  logLevel: { variables: ['ORRERY_LOG_LEVEL', 'CUBEJS_LOG_LEVEL'] },
  logFormat: { variables: ['ORRERY_LOG_FORMAT'] },
  metricsToken: { variables: ['ORRERY_METRICS_TOKEN'] },
  jobs: { variables: ['ORRERY_JOBS'] },
  smtpUrl: { variables: ['ORRERY_SMTP_URL'] },
  mailFrom: { variables: ['ORRERY_MAIL_FROM'] },
  historyDays: { variables: ['ORRERY_HISTORY_DAYS'] },
  historyEntries: { variables: ['ORRERY_HISTORY_ENTRIES'] },
  scimRequests: { variables: ['ORRERY_SCIM_REQUESTS_PER_SECOND'] },
  scimAttributeUrn: { variables: ['ORRERY_SCIM_ATTRIBUTE_URN'] },
  ssoKind: { variables: ['ORRERY_SSO_KIND'] },
  ssoName: { variables: ['ORRERY_SSO_NAME'] },
  ssoPreset: { variables: ['ORRERY_SSO_PRESET'] },
  ssoIssuer: { variables: ['ORRERY_SSO_ISSUER'] },
  ssoClientId: { variables: ['ORRERY_SSO_CLIENT_ID'] },
  ssoClientSecret: { variables: ['ORRERY_SSO_CLIENT_SECRET'] },
  ssoMetadataUrl: { variables: ['ORRERY_SSO_METADATA_URL'] },
  ssoMetadataFile: { variables: ['ORRERY_SSO_METADATA_FILE'] },
  ssoAudience: { variables: ['ORRERY_SSO_AUDIENCE'] },
  ssoBaseUrl: { variables: ['ORRERY_SSO_BASE_URL'] },
  ssoOrganizations: { variables: ['ORRERY_SSO_ORGANIZATIONS'] },
  ssoScopes: { variables: ['ORRERY_SSO_SCOPES'] },
  ssoAuthMethod: { variables: ['ORRERY_SSO_AUTH_METHOD'] },
  ssoIdTokenAlgorithm: { variables: ['ORRERY_SSO_ID_TOKEN_ALG'] },
  ssoSubject: { variables: ['ORRERY_SSO_SUBJECT'] },
  ssoSubjectAttribute: { variables: ['ORRERY_SSO_SUBJECT_ATTRIBUTE'] },
  ssoUserNameClaim: { variables: ['ORRERY_SSO_USER_NAME_CLAIM'] },
  ssoEmailClaim: { variables: ['ORRERY_SSO_EMAIL_CLAIM'] },
  ssoGivenNameClaim: { variables: ['ORRERY_SSO_GIVEN_NAME_CLAIM'] },
  ssoFamilyNameClaim: { variables: ['ORRERY_SSO_FAMILY_NAME_CLAIM'] },
  ssoDisplayNameClaim: { variables: ['ORRERY_SSO_DISPLAY_NAME_CLAIM'] },
  ssoGroupsClaim: { variables: ['ORRERY_SSO_GROUPS_CLAIM'] },
  ssoSplitGroups: { variables: ['ORRERY_SSO_SPLIT_GROUPS'] },
  ssoExternalIdClaim: { variables: ['ORRERY_SSO_EXTERNAL_ID_CLAIM'] },
  ssoUserInfo: { variables: ['ORRERY_SSO_USER_INFO'] },
  ssoLogout: { variables: ['ORRERY_SSO_LOGOUT'] },
  ssoVerifiedEmails: { variables: ['ORRERY_SSO_VERIFIED_EMAILS'] },
  ssoMayStartThere: { variables: ['ORRERY_SSO_MAY_START_THERE'] },
  ssoSignRequests: { variables: ['ORRERY_SSO_SIGN_REQUESTS'] },
  ssoEncryptedAssertions: { variables: ['ORRERY_SSO_ENCRYPTED_ASSERTIONS'] },
  ssoMayMake: { variables: ['ORRERY_SSO_MAY_MAKE'] },
  ssoMayLink: { variables: ['ORRERY_SSO_MAY_LINK'] },
  ssoMayLinkAdmins: { variables: ['ORRERY_SSO_MAY_LINK_ADMINS'] },
  ssoLinkBy: { variables: ['ORRERY_SSO_LINK_BY'] },
  ssoEmailDomains: { variables: ['ORRERY_SSO_EMAIL_DOMAINS'] },
  ssoHostedDomains: { variables: ['ORRERY_SSO_HOSTED_DOMAINS'] },
  historyClaims: { variables: ['ORRERY_HISTORY_CLAIMS'] },
  maskString: { variables: ['ORRERY_ACCESS_POLICY_MASK_STRING', 'CUBEJS_ACCESS_POLICY_MASK_STRING'] },
  maskNumber: { variables: ['ORRERY_ACCESS_POLICY_MASK_NUMBER', 'CUBEJS_ACCESS_POLICY_MASK_NUMBER'] },
  maskBoolean: { variables: ['ORRERY_ACCESS_POLICY_MASK_BOOLEAN', 'CUBEJS_ACCESS_POLICY_MASK_BOOLEAN'] },
  maskTime: { variables: ['ORRERY_ACCESS_POLICY_MASK_TIME', 'CUBEJS_ACCESS_POLICY_MASK_TIME'] },
  foldersDelimiter: { variables: ['ORRERY_NESTED_FOLDERS_DELIMITER', 'CUBEJS_NESTED_FOLDERS_DELIMITER'] },
  // Read in addition to the project file, which wins over these.
  modelPath: { variables: ['CUBEJS_SCHEMA_PATH'] },
  timezone: { variables: ['CUBEJS_DEFAULT_TIMEZONE'] },
  defaultLimit: { variables: ['CUBEJS_DB_QUERY_DEFAULT_LIMIT'] },
  maxLimit: { variables: ['CUBEJS_DB_QUERY_LIMIT'] },
  queryTimeout: { variables: ['CUBEJS_DB_QUERY_TIMEOUT'] },
  concurrency: { variables: ['CUBEJS_CONCURRENCY'] },
} as const satisfies Record<string, SettingName>;

export type SettingKey = keyof typeof named;

export const settingNames: Readonly<Record<SettingKey, SettingName>> = named;

export const knownVariables: readonly string[] = Object.values(settingNames).flatMap((setting) => setting.variables);

/** Settings in the design whose feature is not built. They are refused by name when given, never ignored. */
export const unbuiltVariables: ReadonlyMap<string, string> = new Map([
  // Lists only those of the reference's names that decide who gets in or which rows an answer has; `check` lists the
  // others.
  ['CUBEJS_PLAYGROUND_AUTH_SECRET', 'a second secret for a playground'],
  ['CUBEJS_ROLLUP_ONLY', 'answering from rollups only'],
]);
