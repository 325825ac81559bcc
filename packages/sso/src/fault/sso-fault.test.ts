import { expect, it } from 'vitest';
import { SsoFault } from './sso-fault.ts';

it('keeps what arrived from those who write down all of its fields', () => {
  const fault = new SsoFault('sso.unsound', 'It cannot be trusted.');
  expect(fault.arrived).toEqual({});
  fault.arrived = { NameID: 'p-1' };
  expect(fault.arrived).toEqual({ NameID: 'p-1' });
  expect(Object.keys(fault)).not.toContain('arrived');
});
