import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

it('shows only lines that differ, in order', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc\nd')).toBe('- b\n+ x\n+ d\n');
});

it('is empty for equal texts', () => {
  expect(lineDiff('a\nb', 'a\nb')).toBe('');
});
