import { expect, it } from 'vitest';
import { ownerWithin } from './caller-identity.ts';

it('the spans of one interaction have one owner, whether they are numbers or ids', () => {
  const spans = ['1', '27', '0f8fad5b-d9cb-469f-a165-70867728950e'].map((span) => `a-span-${span}`);
  expect(new Set(spans.map((id) => ownerWithin('1/t/', id)))).toEqual(new Set(['1/t/a']));
  expect(ownerWithin('1/t/', 'a-span-x')).toBe('1/t/a-span-x');
});
