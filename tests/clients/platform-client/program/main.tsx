import { createCubePlatformClient, type CubePlatformClient, type PlatformApiSchemas } from '@cube-dev/platform-client';
import {
  CubePlatformApiProvider,
  type CubePlatformApiQueryKey,
  useCubePlatformApi,
  useCubePlatformApiLazyQuery,
  useCubePlatformApiMutation,
  useCubePlatformApiQuery,
  useCubePlatformApiQueryOptions,
  useCubePlatformApiSuspenseQuery,
} from '@cube-dev/platform-client/react-query';
import { QueryClient, QueryClientProvider, useQueries } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

// A program as the documentation of the Platform client shows it: every hook, by method and path.

type Deployment = PlatformApiSchemas['Deployment'];

function Deployments() {
  const { data, error, isLoading } = useCubePlatformApiQuery('get', '/api/v1/deployments', {
    params: { query: { first: 10 } },
  });
  const named = useCubePlatformApiQuery(
    'get',
    '/api/v1/deployments/{deploymentId}/',
    { params: { path: { deploymentId: 1 } } },
    { select: (deployment: Deployment) => deployment.name.toUpperCase() },
  );
  if (isLoading) return <p>Loading...</p>;
  if (error) return <p id="error">{error.message}</p>;
  return (
    <p id="deployments">
      {data?.items.map(({ name }) => name).join()} {named.data}
    </p>
  );
}

function Refused() {
  const { error } = useCubePlatformApiQuery(
    'get',
    '/api/v1/deployments/{deploymentId}',
    { params: { path: { deploymentId: 999 } } },
    { retry: false },
  );
  return <p id="refused">{error?.statusCode}</p>;
}

function Suspended() {
  const { data } = useCubePlatformApiSuspenseQuery('get', '/api/v1/deployments');
  return <p id="suspended">{data.items.length}</p>;
}

function Folders() {
  const [made, setMade] = useState<string>();
  const options = useCubePlatformApiQueryOptions('get', '/api/v1/deployments/{deploymentId}/folders', {
    params: { path: { deploymentId: 1 } },
  });
  const key: CubePlatformApiQueryKey = options.queryKey;
  const [folders] = useQueries({ queries: [options] });
  const { mutate } = useCubePlatformApiMutation('post', '/api/v1/deployments/{deploymentId}/folders', {
    onSuccess: async (folder) => {
      setMade(folder.name);
      await folders?.refetch();
    },
  });
  const create = () => mutate({ params: { path: { deploymentId: 1 } }, body: { name: 'Made by a hook' } });
  return (
    <p>
      <button id="create" type="button" onClick={create}>
        Create
      </button>
      <span id="made">{made}</span>
      <span id="folders">{folders?.data?.items.map(({ name }) => name).join()}</span>
      <span id="key">{key.slice(0, 2).join(' ')}</span>
    </p>
  );
}

function Later() {
  const [load, { data }] = useCubePlatformApiLazyQuery('get', '/api/v1/deployments/{deploymentId}/environments');
  const [answered, setAnswered] = useState(0);
  const ask = async () => {
    const environments = await load({ params: { path: { deploymentId: 1 } } });
    setAnswered(environments.data.length);
  };
  return (
    <p>
      <button id="load" type="button" onClick={() => void ask()}>
        Load
      </button>
      <span id="environments">{data?.data.map(({ type }) => type).join()}</span>
      <span id="answered">{answered}</span>
    </p>
  );
}

function ByHand() {
  const client: CubePlatformClient = useCubePlatformApi();
  const [name, setName] = useState('');
  const ask = async () => {
    const { data, error } = await client.fetchClient.GET('/api/v1/deployments/{deploymentId}', {
      params: { path: { deploymentId: 1 } },
    });
    setName(error ? error.message : data.name);
  };
  return (
    <button id="by-hand" type="button" onClick={() => void ask()}>
      {name}
    </button>
  );
}

const { address, key, otherKey } = globalThis as unknown as Readonly<Record<'address' | 'key' | 'otherKey', string>>;

const clientOf = (secret: string) =>
  createCubePlatformClient({ baseUrl: address, getHeaders: () => ({ Authorization: `Api-Key ${secret}` }) });
const clients = [clientOf(key), clientOf(otherKey)];
const queryClient = new QueryClient();

function App() {
  const [user, setUser] = useState(0);
  const client = clients[user];
  return client ? (
    <QueryClientProvider client={queryClient}>
      <CubePlatformApiProvider client={client}>
        <button id="other" type="button" onClick={() => setUser(1)}>
          Another user
        </button>
        <Deployments />
        <Refused />
        <Suspense fallback={<p>Loading...</p>}>
          <Suspended />
        </Suspense>
        <Folders />
        <Later />
        <ByHand />
      </CubePlatformApiProvider>
    </QueryClientProvider>
  ) : null;
}

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(<App />);
