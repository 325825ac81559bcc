import { describe, expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const made = /^[0-9a-f]{8}-[0-9a-f-]{27}-span-1$/;

describe('the request id', () => {
  it.each([
    [{ 'x-request-id': 'abc-span-2', traceparent: '00-1-2-01' }, 'abc-span-2'],
    [{ traceparent: '00-1-2-01' }, '00-1-2-01'],
  ])('of %j is %s', (headers, id) => {
    expect(requestIdOf({ headers })).toBe(id);
  });

  it.each([
    {},
    { 'x-request-id': '' },
    { 'x-request-id': 'a b' },
    { 'x-request-id': 'a\u001b[31m' },
    { 'x-request-id': 'x'.repeat(129) },
  ])('is generated for %j', (headers) => {
    expect(requestIdOf({ headers })).toMatch(made);
  });
});
