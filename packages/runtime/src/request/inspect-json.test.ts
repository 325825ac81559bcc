import { describe, expect, it } from 'vitest';
import { inspectJson } from './parse-json.ts';

describe('inspectJson', () => {
  it('finds a key given twice in one object, in any escaping', () => {
    expect(inspectJson('{"a":1,"b":{"a":2},"\\u0061":3}').map((problem) => problem.path)).toEqual(['a']);
  });

  it('accepts equal keys in different objects and in texts', () => {
    expect(inspectJson('[{"a":"\\"a\\":1,{"},{"a":["a","a"]},{"b\\\\":1,"b":2}]')).toEqual([]);
  });

  it('refuses __proto__ as a key but not as a value', () => {
    expect(inspectJson('{"x":["__proto__"]}')).toEqual([]);
    expect(inspectJson('{"x":{"__proto__":{}}}')).toMatchObject([{ code: 'request.unknown-key' }]);
  });

  it('refuses deep nesting', () => {
    expect(inspectJson('['.repeat(64) + ']'.repeat(64))).toEqual([]);
    expect(inspectJson('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject([{ code: 'request.too-deep' }]);
  });

  it('refuses a hundred thousand values', () => {
    expect(inspectJson(JSON.stringify(Array(50_000).fill(1)))).toEqual([]);
    expect(inspectJson(JSON.stringify(Array(100_000).fill(1)))).toMatchObject([{ code: 'request.too-many-values' }]);
  });

  it('takes long texts full of escapes in linear time', () => {
    const text = JSON.stringify({ a: '\\"'.repeat(500_000), b: '\\'.repeat(500_000) });
    expect(inspectJson(text)).toEqual([]);
  });
});
