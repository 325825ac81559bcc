export {
  accessReporter,
  type AccessTest,
  asksInstead,
  checkAccessTests,
  checkUploadedTests,
  type Left,
  malformed,
  maskedColumns,
  maskFault,
  mayName,
  readAccessTests,
  type ResolveContext,
  runAccessTests,
  seesEverything,
  unrestricted,
  incomparableMask,
  whatIsLeft,
  withCallers,
} from './access-tests/index.ts';
export {
  type Deployment,
  deploymentOf,
  deploymentRows,
  DeploymentService,
  type DeploymentSummary,
  type Environment,
  environmentsOf,
  lockDeployment,
  type NamedDeployment,
  requireEditable,
} from './deployment/index.ts';
export { DataSourceService, type StoredDataSource, type Variable, VariableService } from './input/index.ts';
export {
  keySourceOf,
  type Metadata,
  type MetadataSettings,
  openMetadata,
  type ServedMetadata,
  serveMetadata,
} from './open-metadata.ts';
export { ServedDeployments, serveDeployments } from './served/index.ts';
export {
  type EnvironmentToken,
  EnvironmentTokenService,
  givenSecret,
  mintToken,
  type NewEnvironmentToken,
  openAuthenticator,
  type SecretSource,
  storedSecrets,
  tokenSettingsOf,
} from './token/index.ts';
export { UploadService } from './upload/index.ts';
export {
  archiveBounds,
  BrokenVersion,
  type CheckAccess,
  type ProjectVersion,
  type VersionCheck,
  VersionService,
} from './version/index.ts';
