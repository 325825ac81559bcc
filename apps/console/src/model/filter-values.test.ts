import { expect, it } from 'vitest';
import { faultOf, filterOf, operatorsOf, valuesIn } from './filter-values.ts';

it('offers operators by the kind of a member, and the one that it has', () => {
  expect(operatorsOf('measure')).toContain('gte');
  expect(operatorsOf('measure')).not.toContain('contains');
  expect(operatorsOf('text', 'in')[0]).toBe('in');
  expect(operatorsOf('segment')).toEqual([]);
});

it('knows when values are missing or no numbers', () => {
  expect(faultOf('text', 'equals', [])).toBe('none');
  expect(faultOf('text', 'set', [])).toBeUndefined();
  expect(faultOf('measure', 'gt', ['12.5'])).toBeUndefined();
  expect(faultOf('number', 'gt', ['1e999', '-3', null])).toBeUndefined();
  expect(faultOf('number', 'gt', ['twelve'])).toBe('number');
  expect(faultOf('text', 'equals', ['twelve'])).toBeUndefined();
});

it('makes values of a pasted list, each once', () => {
  expect(valuesIn('Store\r\nOnline\n\n \tStore\tA, B')).toEqual(['Store', 'Online', 'A, B']);
});

it('leaves out values that the operator does not take', () => {
  expect(filterOf('sales.channel', 'notSet', ['x'])).toEqual({ member: 'sales.channel', operator: 'notSet' });
  expect(filterOf('sales.channel', 'equals', ['x'])).toEqual({
    ...{ member: 'sales.channel', operator: 'equals', values: ['x'] },
  });
});
