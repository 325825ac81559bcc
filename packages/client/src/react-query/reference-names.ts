import {
  type PlatformQueryKey,
  usePlatformLazyQuery,
  type UsePlatformLazyQueryResult,
  usePlatformMutation,
  usePlatformQuery,
  usePlatformQueryOptions,
  usePlatformSuspenseQuery,
} from './platform-hooks.ts';
import { PlatformProvider, type PlatformProviderProps, usePlatform } from './platform-provider.ts';

// Names under which the reference documents its bindings.

export {
  PlatformProvider as CubePlatformApiProvider,
  usePlatform as useCubePlatformApi,
  usePlatformLazyQuery as useCubePlatformApiLazyQuery,
  usePlatformMutation as useCubePlatformApiMutation,
  usePlatformQuery as useCubePlatformApiQuery,
  usePlatformQueryOptions as useCubePlatformApiQueryOptions,
  usePlatformSuspenseQuery as useCubePlatformApiSuspenseQuery,
};
export type CubePlatformApiProviderProps = PlatformProviderProps;
export type CubePlatformApiQueryKey = PlatformQueryKey;
export type UseCubePlatformApiLazyQueryResult<Init, Data, Failure> = UsePlatformLazyQueryResult<Init, Data, Failure>;

/** @deprecated use CubePlatformApiProvider */
export const CubeCloudApiProvider = PlatformProvider;
/** @deprecated use CubePlatformApiProviderProps */
export type CubeCloudApiProviderProps = PlatformProviderProps;
/** @deprecated use useCubePlatformApi */
export const useCubeCloudApi: typeof usePlatform = usePlatform;
/** @deprecated use useCubePlatformApiQuery */
export const useCubeCloudApiQuery: typeof usePlatformQuery = usePlatformQuery;
/** @deprecated use useCubePlatformApiSuspenseQuery */
export const useCubeCloudApiSuspenseQuery: typeof usePlatformSuspenseQuery = usePlatformSuspenseQuery;
/** @deprecated use useCubePlatformApiMutation */
export const useCubeCloudApiMutation: typeof usePlatformMutation = usePlatformMutation;
/** @deprecated use useCubePlatformApiLazyQuery */
export const useCubeCloudApiLazyQuery: typeof usePlatformLazyQuery = usePlatformLazyQuery;
/** @deprecated use useCubePlatformApiQueryOptions */
export const useCubeCloudApiQueryOptions: typeof usePlatformQueryOptions = usePlatformQueryOptions;
/** @deprecated use CubePlatformApiQueryKey */
export type CubeCloudApiQueryKey = PlatformQueryKey;
/** @deprecated use UseCubePlatformApiLazyQueryResult */
export type UseCubeCloudApiLazyQueryResult<Init, Data, Failure> = UsePlatformLazyQueryResult<Init, Data, Failure>;
