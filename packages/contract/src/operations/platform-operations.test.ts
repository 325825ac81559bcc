import { expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { platformOperations } from './platform-operations.ts';

const all = platformOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

it('has each route and each name once', () => {
  for (const names of [all.map(([route]) => route), platformOperations.map(({ id }) => id)]) {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

it.each(all)('%s names the thing that its :id counts', (_, { path, idOf }) => {
  expect(idOf === undefined).toBe(!path.includes('/:id'));
});

it.each(all)('%s asks for rights where its path says what they are on', (_, { path, takes }) => {
  const { onDeployment, onItem, isChanging, callers } = takes;
  expect(onDeployment !== undefined).toBe(path.includes('/:deploymentId'));
  if (callers === 'anybody') expect(takes).toEqual({ callers });
  if (isChanging) expect(onDeployment).toBeDefined();
  if (onItem) expect(path).toMatch(new RegExp(`/${onItem.kind.toLowerCase()}s/:${onItem.kind.toLowerCase()}Id`));
});

const withBodies = all.flatMap(([route, one]) => (one.body ? [[route, one.body, one.example] as const] : []));

it.each(withBodies)('%s takes the body it has as an example', (_, body, example) => {
  expect(body.safeParse(example).error?.issues).toBeUndefined();
});

it('answers nothing with 204, and everything else with 200', () => {
  const status = ({ answer }: Operation) => (answer === 'nothing' ? 204 : 200);
  expect(platformOperations.filter((one) => one.status !== status(one))).toEqual([]);
});
