export {
  aiInterfaces,
  type AiModel,
  aiModelFaults,
  type AiModelLimits,
  aiModelNameFault,
  type AiModelPrices,
  type AiProvider,
  aiProviders,
  defaultContextTokens,
  isAiInterface,
  isAiProvider,
  type ProjectAiModel,
} from './ai-models/index.ts';
export type { DataSourceSettings } from './data-sources.ts';
export type { PostgresAddress } from './database-url.ts';
export { type ForeignInputs, readForeignProject } from './foreign-project.ts';
export { addressOf, type HttpSettings, isLoopback, reachableHost, type Transport } from './http-settings.ts';
export { algorithmsOfKey } from './key-algorithms.ts';
export type { MailSender, MailServer } from './mail-settings.ts';
export { PositionedYaml, type YamlEntry } from './positioned-yaml.ts';
export { type Project, readProject } from './project.ts';
export type { QuerySettings } from './query-settings.ts';
export { readIfThere } from './read-if-there.ts';
export { secretValues } from './secret-values.ts';
export { type SettingKey, settingNames } from './setting-names.ts';
export type { EnvironmentVariables, Flags } from './setting-reader.ts';
export {
  type HistorySettings,
  type LogSettings,
  readSettings,
  type Settings,
  signInNetworkRule,
  sourceNetworkRule,
  type StopSettings,
} from './settings.ts';
export {
  clickhouseNativePorts,
  defaultSslMode,
  isHost,
  isHttpHost,
  isSslMode,
  isTrinoName,
  isTrinoToken,
  isUnconnected,
  sslMeanings,
  type SslMode,
  sslModes,
} from './sources/index.ts';
export {
  isSqlUserName,
  readScramVerifier,
  sqlAccountFault,
  type ScramVerifier,
  scramVerifierText,
  type SqlUser,
} from './sql-users/index.ts';
export { isOfMetadata, type SsoMetadata, ssoProblem, type SsoSettings } from './sso-settings.ts';
export type { SqlSettings } from './sql-settings.ts';
export type { TokenSettings } from './token-settings.ts';
export { version } from './version.ts';
export { isWithin, lookUpIsWithin } from './within-folder.ts';
