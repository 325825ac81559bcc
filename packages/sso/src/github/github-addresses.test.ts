import { expect, it } from 'vitest';
import { addressesOf } from './github-addresses.ts';

it.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://octocorp.ghe.com', 'https://api.octocorp.ghe.com'],
  ['https://git.example.com', 'https://git.example.com/api/v3'],
  ['https://github.com.example', 'https://github.com.example/api/v3'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v3'],
])('the API of %s is at %s', (baseUrl, api) => {
  expect(addressesOf(baseUrl)).toEqual({
    issuer: `${baseUrl}/login/oauth`,
    authorize: `${baseUrl}/login/oauth/authorize`,
    token: `${baseUrl}/login/oauth/access_token`,
    api,
  });
});
