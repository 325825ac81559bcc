import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import createHooks, { type OpenapiQueryClient } from 'openapi-react-query';
import { useCallback, useRef, useState } from 'react';
import type { PlatformClient, PlatformPaths } from '../platform/index.ts';
import { markOf, type Provided } from './mark-of-client.ts';
import { usePlatform, useProvidedPlatform } from './platform-provider.ts';

type Hooks = OpenapiQueryClient<PlatformPaths>;

/** Method, path and input of a query, and a mark of the client: what its answer is kept under. */
export type PlatformQueryKey = readonly [method: string, path: string, init?: unknown, client?: string];

/** Arguments as the generic types of `Hooks` say them; the functions pass them on. */
type HookArguments = readonly [
  method: string,
  path: string,
  init?: object | undefined,
  options?: object,
  queryClient?: QueryClient | undefined,
];
// The types of the hooks are those of `Hooks`; the functions pass on what they are given.
// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;

const made = new WeakMap<PlatformClient, Hooks>();

function hooksOf(client: PlatformClient): Hooks {
  const known = made.get(client) ?? createHooks<PlatformPaths>(client.fetchClient);
  made.set(client, known);
  return known;
}

function optionsOf(provided: Provided<PlatformClient>, [method, path, init, options]: HookArguments) {
  const { queryOptions } = hooksOf(provided.client) as Untyped;
  return { ...queryOptions(method, path, init, options), queryKey: [method, path, init, markOf(provided)] };
}

/** The options of a query, for `useQueries`, `prefetchQuery` and others of TanStack Query. */
export const usePlatformQueryOptions = ((...given: HookArguments) =>
  optionsOf(useProvidedPlatform(), given)) as Untyped as Hooks['queryOptions'];

/** Asks by method and path: `usePlatformQuery('get', '/api/v1/deployments')`. */
export const usePlatformQuery = ((...given: HookArguments) => {
  const cache = useQueryClient(given[4]);
  return useQuery(optionsOf(useProvidedPlatform(), given), cache);
}) as Untyped as Hooks['useQuery'];

/** Asks, and suspends until the answer is there. */
export const usePlatformSuspenseQuery = ((...given: HookArguments) => {
  const cache = useQueryClient(given[4]);
  const provided = useProvidedPlatform();
  const [method, path, init] = given;
  const { useSuspenseQuery } = hooksOf(provided.client) as Untyped;
  return useSuspenseQuery(method, path, init, optionsOf(provided, given), cache);
}) as Untyped as Hooks['useSuspenseQuery'];

/** Changes something: `mutate({ params, body })`. */
export const usePlatformMutation = ((...given: HookArguments) =>
  (hooksOf(usePlatform()) as Untyped).useMutation(...given)) as Untyped as Hooks['useMutation'];

/** Asks when it is called, with the input of that call. @returns the answer, also as the result of the hook */
type Trigger<Init, Data> = (init?: Init) => Promise<Data>;

export type UsePlatformLazyQueryResult<Init, Data, Failure> = readonly [
  trigger: Trigger<Init, Data>,
  result: UseQueryResult<Data, Failure>,
];

type GetPaths = {
  [Path in keyof PlatformPaths]: PlatformPaths[Path] extends { get: object } ? Path : never;
}[keyof PlatformPaths];
type AnswerOfPath<Path extends GetPaths> = PlatformPaths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : unknown;
type InitOfPath<Path extends GetPaths> = PlatformPaths[Path] extends { get: { parameters: infer Parameters } }
  ? { readonly params?: Omit<Parameters, 'header' | 'cookie'>; readonly headers?: Readonly<Record<string, string>> }
  : never;
type FailureOfPath<Path extends GetPaths> = PlatformPaths[Path] extends {
  get: { responses: { default: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : unknown;

/**
 * Asks nothing until `trigger` is called: `const [load, { data }] = usePlatformLazyQuery('get', '/api/v1/users')`. After a change of
 * the client it asks nothing again.
 *
 * @param options those of `useQuery`; `staleTime`, `retry` and others hold for `trigger` too, which promises the answer without
 * `select`
 */
export function usePlatformLazyQuery<Path extends GetPaths>(
  method: 'get',
  path: Path,
  options: object = {},
): UsePlatformLazyQueryResult<InitOfPath<Path>, AnswerOfPath<Path>, FailureOfPath<Path>> {
  const provided = useProvidedPlatform();
  const cache = useQueryClient();
  const by = markOf(provided);
  const [last, setLast] = useState<{ readonly by: string; readonly init: InitOfPath<Path> | undefined }>();
  const asked = last?.by === by ? last : undefined;
  const result = useQuery<AnswerOfPath<Path>, FailureOfPath<Path>>({
    ...optionsOf(provided, [method, path, asked?.init, options]),
    ...(asked === undefined ? { enabled: false } : {}),
  });
  const latest = useRef({ provided, options });
  latest.current = { provided, options };
  const trigger = useCallback(
    (init?: InitOfPath<Path>) => {
      const now = latest.current;
      setLast({ by: markOf(now.provided), init });
      const { enabled: _, select: __, ...fetching } = optionsOf(now.provided, [method, path, init, now.options]);
      return cache.fetchQuery(fetching) as Promise<AnswerOfPath<Path>>;
    },
    [cache, method, path],
  );
  return [trigger, result];
}
