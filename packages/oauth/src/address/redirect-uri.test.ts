import { describe, expect, it } from 'vitest';
import { hostOfRedirect, matchesRedirect, redirectFault, withAnswer } from './redirect-uri.ts';

describe('addresses that an application may register', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://app.example.com:8443/cb?tenant=1',
    'https://example.com',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'http://[::1]:8080/callback',
    'http://localhost/callback',
    'http://localhost:16610/oauth/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://publisher.extension/callback',
    'com.example.app:/callback',
  ])('%s', (uri) => {
    expect(redirectFault(uri)).toBeUndefined();
  });

  it.each([
    ['https://example.com/cb#part', 'fragment'],
    ['https://user@example.com/cb', 'user information'],
    ['https://user:password@example.com/cb', 'user information'],
    ['http://localhost:1@evil.example/', 'user information'],
    ['https://Example.com/cb', 'usual form'],
    ['HTTPS://example.com/cb', 'scheme'],
    ['https://example.com./cb', 'usual form'],
    ['https:///cb', 'usual form'],
    ['https:example.com', 'scheme https'],
    ['https://example.com/%2Fevil', 'encoded slash'],
    ['https://example.com/%5cevil', 'encoded slash'],
    ['https://example.com/a/../b', 'dot segment'],
    ['https://example.com\\@evil.example', 'encoded'],
    ['https://example.com/ä', 'encoded'],
    ['https://example.com/a b', 'encoded'],
    ['https://example.com/\r\nset-cookie:a', 'encoded'],
    ['http://example.com/cb', 'plain HTTP'],
    ['http://localhost.evil.example/cb', 'plain HTTP'],
    ['http://LOCALHOST/cb', 'plain HTTP'],
    ['http://127.1/cb', 'plain HTTP'],
    ['http://0.0.0.0/cb', 'plain HTTP'],
    ['javascript:alert(1)', 'javascript'],
    ['data:text/html,x', 'data'],
    ['file:///etc/passwd', 'file'],
    ['blob:https://example.com/1', 'blob'],
    ['view-source:https://example.com', 'view-source'],
    ['ws://example.com', 'ws'],
    ['mailto:a.example', 'mailto'],
    ['ms-settings:about', 'ms-settings'],
    ['search-ms:query=x', 'search-ms'],
    ['x-apple.systempreferences:x', 'x-apple'],
    ['moz-extension://x', 'moz-extension'],
    ['urn:x:y', 'urn'],
    ['http://localhost:0/cb', 'port'],
    ['http://127.0.0.1:99999/cb', 'port'],
    ['JavaScript:alert(1)', 'scheme'],
    ['/callback', 'scheme'],
    ['//evil.example/cb', 'scheme'],
    ['', 'encoded'],
  ])('not %s', (uri, reason) => {
    expect(redirectFault(uri)).toContain(reason);
  });
});

it('not one that is too long', () => {
  expect(redirectFault(`https://example.com/${'a'.repeat(2_000)}`)).toContain('longer');
});

describe('an address of a request', () => {
  const ofPublic = { isPublic: true };

  it.each([
    ['http://127.0.0.1/', 'http://127.0.0.1:49152/'],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1:50000/'],
    ['http://localhost/callback', 'http://localhost:3118/callback'],
    ['http://[::1]:1/cb?x=1', 'http://[::1]:2/cb?x=1'],
  ])('%s is also registered with another port: %s', (registered, given) => {
    expect(matchesRedirect(registered, given, ofPublic)).toBe(true);
    expect(matchesRedirect(registered, given, { isPublic: false })).toBe(false);
    expect(matchesRedirect(registered, registered, { isPublic: false })).toBe(true);
  });

  it.each([
    ['http://localhost/callback', 'http://127.0.0.1/callback'],
    ['http://127.0.0.1/', 'http://[::1]/'],
    ['http://127.0.0.1/', 'http://127.0.0.1'],
    ['http://localhost/callback', 'http://localhost/callback/'],
    ['http://localhost/callback', 'http://localhost/callback?x=1'],
    ['http://localhost/callback', 'http://localhost:99999/callback'],
    ['http://localhost/callback', 'http://localhost:0/callback'],
    ['http://localhost/callback', 'http://localhost:1@evil.example/callback'],
    ['http://localhost/callback', 'http://localhost:80#/callback'],
    ['http://localhost/callback', 'https://localhost/callback'],
    ['https://example.com/cb', 'https://example.com:8443/cb'],
    ['https://example.com/cb', 'https://example.com/cb/'],
    ['https://example.com/cb', 'https://example.com/CB'],
    ['https://example.com/cb', 'https://EXAMPLE.com/cb'],
    ['https://example.com/cb', 'https://example.com/cb?next=https://evil.example'],
    ['https://example.com/cb', 'https://example.com.evil.example/cb'],
    ['cursor://a/cb', 'cursor://b/cb'],
  ])('%s is not %s', (registered, given) => {
    expect(matchesRedirect(registered, given, ofPublic)).toBe(false);
  });
});

it('adds an answer to the address as it was written', () => {
  const answer = { code: 'a b&c', state: undefined, iss: 'https://data.example.com' };
  const added = 'code=a+b%26c&iss=https%3A%2F%2Fdata.example.com';
  expect(withAnswer('cursor://Callback/Path', answer)).toBe(`cursor://Callback/Path?${added}`);
  expect(withAnswer('https://example.com/cb?tenant=1', answer)).toBe(`https://example.com/cb?tenant=1&${added}`);
});

it('names the host of an address, or the scheme of the program', () => {
  expect(hostOfRedirect('https://claude.ai/api')).toBe('claude.ai');
  expect(hostOfRedirect('https://claude.ai:443/api')).toBe('claude.ai');
  expect(hostOfRedirect('https://claude.ai:8443/api')).toBe('claude.ai:8443');
  expect(hostOfRedirect('https://[2001:db8::1]:8443?a')).toBe('[2001:db8::1]:8443');
  expect(hostOfRedirect('http://localhost:8/cb')).toBe('localhost');
  expect(hostOfRedirect('cursor://anysphere.cursor-mcp/cb')).toBe('cursor:');
});
