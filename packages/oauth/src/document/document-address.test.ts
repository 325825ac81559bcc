import { expect, it } from 'vitest';
import { isDocumentAddress, namesDocument } from './document-address.ts';

it.each([
  'https://claude.ai/oauth/claude-code-client-metadata',
  'https://app.example.com:8443/client.json',
  'https://xn--bcher-kva.example/a/b%20c',
])('%s may be the id of a client', (address) => {
  expect(isDocumentAddress(address)).toBe(true);
});

it.each([
  'http://app.example.com/client.json',
  'https://app.example.com',
  'https://app.example.com/',
  'https://app.example.com:443/client.json',
  'https://app.example.com:65536/client.json',
  'https://App.example.com/client.json',
  'https://user@app.example.com/client.json',
  'https://user:word@app.example.com/client.json',
  'https://app.example.com/client.json?a=1',
  'https://app.example.com/client.json#a',
  'https://app.example.com/a/../client.json',
  'https://app.example.com/./client.json',
  'https://app.example.com/%2e%2e/client.json',
  'https://app.example.com/a%2fb',
  'https://app.example.com/a\\b',
  'https://2130706433/client.json',
  'https://127.1/client.json',
  'https://app.example.com./',
  `https://app.example.com/${'a'.repeat(2_000)}`,
  'oc-0123456789012345678901',
  '',
])('%s is none', (address) => {
  expect(isDocumentAddress(address)).toBe(false);
});

it('a query names one client at a time', () => {
  const [one, other] = ['https://a.example/c', 'https://b.example/c'].map(
    (id) => `client_id=${encodeURIComponent(id)}`,
  );
  expect([namesDocument(`a=b&${one}`), namesDocument(`${one}&${other}`), namesDocument('a=b')]).toEqual([
    true,
    false,
    false,
  ]);
});
