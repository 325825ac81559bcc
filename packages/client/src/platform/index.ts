export { createPlatformClient, type PlatformClient, type PlatformClientOptions } from './platform-client.ts';
export type {
  CallOptions,
  OperationId,
  PagedId,
  PlatformAnswer,
  PlatformInput,
  PlatformOperations,
  PlatformPaths,
  PlatformSchemas,
} from './platform-types.ts';
export * from './reference-names.ts';
