export {
  useData,
  type UseDataOptions,
  type UseDataResult,
  useMeta,
} from './data-hooks.ts';
export { DataProvider, type DataProviderProps, useDataClient } from './data-provider.ts';
export {
  type PlatformQueryKey,
  usePlatformLazyQuery,
  type UsePlatformLazyQueryResult,
  usePlatformMutation,
  usePlatformQuery,
  usePlatformQueryOptions,
  usePlatformSuspenseQuery,
} from './platform-hooks.ts';
export { PlatformProvider, type PlatformProviderProps, usePlatform } from './platform-provider.ts';
export { useDataSubscription, type UseDataSubscriptionResult } from './use-data-subscription.ts';
export * from './reference-names.ts';
