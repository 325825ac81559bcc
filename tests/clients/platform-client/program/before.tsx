import {
  type ConsoleApiSchemas,
  createCubeCloudApiClient,
  type CubeCloudApiClient,
  type CubeCloudApiClientConfig,
} from '@cube-dev/platform-client';
import {
  CubeCloudApiProvider,
  type CubeCloudApiProviderProps,
  type CubeCloudApiQueryKey,
  useCubeCloudApi,
  useCubeCloudApiLazyQuery,
  type UseCubeCloudApiLazyQueryResult,
  useCubeCloudApiMutation,
  useCubeCloudApiQuery,
  useCubeCloudApiQueryOptions,
  useCubeCloudApiSuspenseQuery,
} from '@cube-dev/platform-client/react-query';
import * as all from '@cube-dev/platform-client/compat';

// Names of before v0.0.20, as programs of that time use them. It is compiled, and runs nothing.

const config: CubeCloudApiClientConfig = { baseUrl: 'https://orrery.example.com' };
export const client: CubeCloudApiClient = createCubeCloudApiClient(config);

export function Provided(props: Omit<CubeCloudApiProviderProps, 'client'>) {
  return <CubeCloudApiProvider {...props} client={client} />;
}

export function useEverything(embedToken: string) {
  const headers = { Authorization: `Embed-Token ${embedToken}` };
  const deployment = useCubeCloudApiQuery('get', '/api/v1/deployments/{deploymentId}', {
    params: { path: { deploymentId: 1 } },
    headers,
  });
  const url: string | undefined = deployment.data?.deploymentUrl;
  const token = useCubeCloudApiMutation('post', '/api/v1/deployments/{deploymentId}/token');
  token.mutate({ params: { path: { deploymentId: 1 } }, headers });
  const made: string | undefined = token.data?.cubeApiToken;
  const session = useCubeCloudApiMutation('post', '/api/v1/embed/generate-session');
  session.mutate({ headers, body: { deploymentId: 1, externalId: 'test@example.com', isEphemeral: true } });
  const { data } = useCubeCloudApiSuspenseQuery('get', '/api/v1/app-config');
  const lazy: UseCubeCloudApiLazyQueryResult<never, { items: unknown[] }, unknown> | unknown = useCubeCloudApiLazyQuery(
    'get',
    '/api/v1/deployments',
  );
  const key: CubeCloudApiQueryKey = useCubeCloudApiQueryOptions('get', '/api/v1/deployments').queryKey;
  const shape: ConsoleApiSchemas['Folder'] | undefined = undefined;
  return [url, made, data.applyThemeGlobally, lazy, key, shape, useCubeCloudApi().fetchClient, all.useCubePlatformApi];
}

export function refused() {
  // @ts-expect-error there is no such path
  useCubeCloudApiQuery('get', '/api/v1/nothing');
  // @ts-expect-error the path has a parameter
  useCubeCloudApiQuery('get', '/api/v1/deployments/{deploymentId}');
}
