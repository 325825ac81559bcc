import { createPlatformClient, type PlatformClient, type PlatformClientOptions } from './platform-client.ts';
import type { PlatformSchemas } from './platform-types.ts';
import type { RbacAction } from './rbac-action.ts';

// Names under which the reference documents its client, so that a program takes this one by an alias.

export { createPlatformClient as createCubePlatformClient };
export type CubePlatformClient = PlatformClient;
export type CubePlatformClientConfig = PlatformClientOptions;

/** The schemas by name, with those that the reference names and this API has no object of its own for. */
export type PlatformApiSchemas = PlatformSchemas & {
  readonly DashboardFilterInputOperator: NonNullable<PlatformSchemas['DashboardFilterInput']['operator']>;
  readonly RbacAction: RbacAction;
  /** Reports of this API do not tell the roles that open them. */
  readonly RoleWithAccess: { readonly actions: readonly RbacAction[]; readonly id: number; readonly name: string };
};

/** @deprecated use createCubePlatformClient */
export const createCubeCloudApiClient = createPlatformClient;
/** @deprecated use CubePlatformClient */
export type CubeCloudApiClient = PlatformClient;
/** @deprecated use CubePlatformClientConfig */
export type CubeCloudApiClientConfig = PlatformClientOptions;
/** @deprecated use PlatformApiSchemas */
export type ConsoleApiSchemas = PlatformApiSchemas;
