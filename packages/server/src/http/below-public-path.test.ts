import { expect, it } from 'vitest';
import { belowPublicPath } from './below-public-path.ts';

it.each([
  ['/tools/data/api/v1/users', '/api/v1/users'],
  ['/api/v1/users', '/api/v1/users'],
  ['/tools/data/api/v1/users/?first=1', '/api/v1/users?first=1'],
  ['/tools/data', '/'],
  ['/tools/data?x=1', '/?x=1'],
  ['/tools/database/api', '/tools/database/api'],
  ['/tools/data//api', '//api'],
  ['/x/tools/data/api', '/x/tools/data/api'],
])('%s is %s for the routes', (url, expected) => {
  expect(belowPublicPath('/tools/data')({ url })).toBe(expected);
});

it('leaves addresses alone without a path', () => {
  expect(belowPublicPath('')({ url: '/livez?x' })).toBe('/livez?x');
  expect(belowPublicPath('')({ url: '*' })).toBe('*');
});
