import { describe, expect, it } from 'vitest';
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

  it('words the error of text that is not JSON', () => {
    expect(() => parseJson('{', refuse)).toThrow(/JSON/);
  });

  it('names a duplicate key', () => {
    expect(() => parseJson('{"measures":[],"measures":[]}', refuse)).toThrow(
      'Invalid query format: "measures" is given more than once',
    );
  });
});
