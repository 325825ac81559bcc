import { expect, it } from 'vitest';
import { parseExact } from './parse-exact.ts';

it.each(['12345678901234567', '-9007199254740993', '0.12345678901234567891', '1e999', '1.00000000000000000001e30'])(
  'keeps all digits of %s as a text',
  (number) => {
    expect(parseExact(`{"values":[${number},"x"]}`)).toEqual({ values: [number, 'x'] });
  },
);

it.each(['0', '-0', '1.0', '1e3', '1E-7', '0.10', '9007199254740992', '1000000000000000000000', '12.5', '100e-2'])(
  'has %s as a number',
  (number) => {
    expect(parseExact(`[${number}]`)).toEqual([Number(number)]);
  },
);

it('throws for what is no JSON', () => {
  expect(() => parseExact('{')).toThrow(SyntaxError);
});
