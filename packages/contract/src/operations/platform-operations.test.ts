import { expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { platformOperations } from './platform-operations.ts';
import { allScimOperations } from './scim-operations.ts';

const all = platformOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

it('has unique routes and unique names', () => {
  for (const names of [all.map(([route]) => route), platformOperations.map(({ id }) => id)]) {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

it.each(all)('%s names the thing that its :id counts', (_, { path, idOf }) => {
  expect(idOf === undefined).toBe(!path.includes('/:id'));
});

it.each(all)('%s asks for rights on the object that its path names', (_, { path, takes }) => {
  const { onDeployment, onItem, isChanging, callers } = takes;
  expect(onDeployment !== undefined).toBe(path.includes('/:deploymentId'));
  if (callers === 'anybody') expect({ ...takes, isForAllPages: undefined }).toEqual({ callers });
  if (isChanging) expect(onDeployment).toBeDefined();
  if (onItem) expect(path).toMatch(new RegExp(`/${onItem.kind.toLowerCase()}s/:${onItem.kind.toLowerCase()}Id`));
});

const withBodies = all.flatMap(([route, one]) => (one.body ? [[route, one.body, one.example] as const] : []));

it.each(withBodies)('%s accepts its own example body', (_, body, example) => {
  expect(body.safeParse(example).error?.issues).toBeUndefined();
});

it('answers with 204 if and only if there is no body', () => {
  const status = ({ answer }: Operation) => (answer === 'nothing' ? 204 : 200);
  expect(platformOperations.filter((one) => one.status !== status(one))).toEqual([]);
});

/** Operations of admins that check themselves what the key of their caller is for. */
const limitedByThemselves = ['createApiKey', 'updateApiKey', 'revokeApiKey', 'generateSession', 'revokeEmbedSession'];

it('takes a key for all deployments wherever an admin changes what concerns the whole account', () => {
  const operations: readonly Operation[] = [...platformOperations, ...allScimOperations];
  const changing = operations.filter(
    ({ method, path, takes }) => takes.isAdmin && !takes.onDeployment && method !== 'GET' && !path.endsWith('/.search'),
  );
  const open = changing.filter(({ takes }) => !takes.allDeployments).map(({ id }) => id);
  expect(open.toSorted()).toEqual(limitedByThemselves.toSorted());
  expect(changing.length).toBeGreaterThan(40);
});
