import { TooManyRequests } from '@orrery/kernel';
import { expect, it } from 'vitest';
import { Places } from './places.ts';
import { type ShareOwner, Shares } from './shares.ts';
import { mostCalls, mostSockets } from './socket-server.ts';

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

it('a hundred thousand subscriptions of one caller take the places of one caller, on any number of sockets', () => {
  const callBytes = new Shares({ most: 100e6, mostOfDeployment: 100e6, mostOfCaller: 100e6 });
  const all = { sockets: new Shares(mostSockets), calls: new Shares(mostCalls), callBytes };
  const subscription = { method: 'subscribe', bytes: 100 } as const;
  const socketOf = (name: string) => {
    const places = new Places(all);
    places.takeSocket(owner(1, name));
    return places;
  };
  const subscribe = (places: Places) => {
    try {
      places.takeCall(subscription);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) return false;
      throw error;
    }
  };
  const taken = Array.from({ length: 100 }, () => {
    const places = socketOf('flood');
    return { places, count: Array.from({ length: 1_000 }, () => subscribe(places)).filter(Boolean).length };
  });
  expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  expect(subscribe(socketOf('other'))).toBe(true);
  for (const { places, count } of taken) for (let each = 0; each < count; each++) places.giveBackCall(subscription);
  expect(subscribe(socketOf('flood'))).toBe(true);
});
