import { describe, expect, it } from 'vitest';
import { isCanonicalTarget } from './guard-requests.ts';

describe('a request target', () => {
  it.each([
    '/',
    '/livez',
    '/cubejs-api/v1/load?query=%7B%22a%22%3A1%7D&x=//..',
    '/d/1/dev-mode/feature-x/cubejs-api/v1/meta',
    '/d/1/dev-mode/na%C3%AFve%20branch/cubejs-api/v1/meta',
    '/a/...b/c.d/..e',
  ])('is canonical: %s', (target) => {
    expect(isCanonicalTarget(target)).toBe(true);
  });

  it.each([
    '//livez',
    '/cubejs-api//v1/load',
    '/cubejs-api/v1/load//',
    '/cubejs-api/../livez',
    '/cubejs-api/./v1/load',
    '/..',
    '/.',
    '/cubejs-api/%2e%2e/livez',
    '/cubejs-api/%2E/v1',
    '/cubejs-api%2fv1/load',
    '/cubejs-api%5Cv1',
    '/cubejs-api\\v1',
    '/cubejs-api/v1/lo%61d',
    '/cubejs-api/..;/livez',
    '/cubejs-api;x=1/v1/load',
    '/cubejs-api/v1/load%00',
    '/cubejs-api/v1/load%0d%0aX:1',
    '/cubejs-api/%',
    '/cubejs-api/%zz',
    'http://other/livez',
    '*',
    '',
    'livez',
  ])('is refused: %j', (target) => {
    expect(isCanonicalTarget(target)).toBe(false);
  });
});
