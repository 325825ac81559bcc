import type { DataScope } from '@orrery/kernel';
import { expect, it } from 'vitest';
import { TenantTurns } from './tenant-turns.ts';

const caller = (tenant: string, deploymentId = 1): DataScope => ({ deploymentId, securityContext: { tenant } });

it('a tenant has one turn at a time, and the others have theirs', async () => {
  const turns = new TenantTurns();
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      gates.set(name, () => resolve(name));
    });
  const first = turns.take(caller('a'), 1, work('a1'));
  const second = turns.take(caller('a'), 1, work('a2'));
  const others = [turns.take(caller('b'), 1, work('b1')), turns.take(caller('a', 2), 1, work('c1'))];
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
  gates.get('a1')?.();
  expect(await first).toBe('a1');
  await expect.poll(() => begun).toContain('a2');
  for (const open of gates.values()) open();
  expect(await Promise.all([second, ...others])).toEqual(['a2', 'b1', 'c1']);
});

it('what waits of one tenant is bounded, and a failure lets the next one begin', async () => {
  const turns = new TenantTurns();
  const million = 1024 * 1024;
  const failing = turns.take(caller('a'), million, () => Promise.reject(new Error('failed')));
  const waiting = turns.take(caller('a'), million, () => Promise.resolve('done'));
  await expect(turns.take(caller('a'), 1, () => Promise.resolve('more'))).rejects.toThrow('Too many requests wait');
  expect(await turns.take(caller('b'), million, () => Promise.resolve('other'))).toBe('other');
  await expect(failing).rejects.toThrow('failed');
  expect(await waiting).toBe('done');
  expect(await turns.take(caller('a'), 2 * million, () => Promise.resolve('later'))).toBe('later');
});
