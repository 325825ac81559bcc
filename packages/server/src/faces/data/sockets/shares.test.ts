import { expect, it } from 'vitest';
import { type ShareOwner, Shares } from './shares.ts';

const owner = (deploymentId: number, name: string): ShareOwner => ({
  deploymentId,
  caller: `${deploymentId}/${name}/`,
});

it('the callers of one deployment together leave places for those of others', () => {
  const shares = new Shares({ most: 10, mostOfDeployment: 6, mostOfCaller: 3 });
  const taken = [1, 2, 3, 4].map((caller) => [1, 2, 3, 4].filter(() => shares.take(owner(1, String(caller)))).length);
  expect(taken).toEqual([3, 3, 0, 0]);
  expect(shares.take(owner(2, '1'), 3)).toBe(true);
  shares.giveBack(owner(1, '1'), 2);
  expect([shares.take(owner(1, '9'), 3), shares.take(owner(1, '9'), 2)]).toEqual([false, true]);
  expect([shares.take(owner(3, '1'), 2), shares.take(owner(3, '1'))]).toEqual([false, true]);
});
