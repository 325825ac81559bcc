import { describe, expect, it } from 'vitest';
import { InvalidQuery } from './invalid-query.ts';
import { parseJson } from './parse-json.ts';

const refuse = (message: string) => ({ code: 'request.not-json', message });

describe('parseJson', () => {
  it('keeps the digits of numbers in arrays', () => {
    const text = '{"values":[9007199254740993,0.1234567890123456789,1e400,5,-0.5,"1e5"],"limit":10}';
    expect(parseJson(text, refuse)).toEqual({
      values: ['9007199254740993', '0.1234567890123456789', '1e400', 5, -0.5, '1e5'],
      limit: 10,
    });
  });

  it('leaves a number that is not a value a number', () => {
    expect(parseJson('{"limit":12345678901234567890}', refuse)).toEqual({ limit: 12345678901234567000 });
  });

  it.each(['{', '"a', '{"a', '}', ']]]', '{"\\x":1}', '{"a":1', '\\', '{,"a"}', 'NaN', ''])('refuses %j', (text) => {
    expect(() => parseJson(text, refuse)).toThrow(InvalidQuery);
    expect(() => parseJson(text, refuse)).toThrow(/JSON/);
  });

  it('refuses input that is too deep or too long without reading it completely', () => {
    expect(() => parseJson('['.repeat(10_000_000), refuse)).toThrow(/nested deeper/);
    expect(() => parseJson(`[${'0,'.repeat(5_000_000)}`, refuse)).toThrow(/more than 50000 values/);
  });

  it('names a duplicate key', () => {
    expect(() => parseJson('{"measures":[],"measures":[]}', refuse)).toThrow(
      'Invalid query format: "measures" is given more than once',
    );
  });
});
