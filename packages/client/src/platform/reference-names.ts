import { createPlatformClient, type PlatformClient, type PlatformClientOptions } from './platform-client.ts';
import type { PlatformSchemas } from './platform-types.ts';

// Names under which the reference documents its client, so that a program takes this one by an alias.

export { createPlatformClient as createCubePlatformClient };
export type CubePlatformClient = PlatformClient;
export type CubePlatformClientConfig = PlatformClientOptions;
export type PlatformApiSchemas = PlatformSchemas;

/** @deprecated use createCubePlatformClient */
export const createCubeCloudApiClient = createPlatformClient;
/** @deprecated use CubePlatformClient */
export type CubeCloudApiClient = PlatformClient;
/** @deprecated use CubePlatformClientConfig */
export type CubeCloudApiClientConfig = PlatformClientOptions;
/** @deprecated use PlatformApiSchemas */
export type ConsoleApiSchemas = PlatformSchemas;
