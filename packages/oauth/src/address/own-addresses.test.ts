import { describe, expect, it } from 'vitest';
import { OwnAddresses } from './own-addresses.ts';

const lying = { host: 'evil.example', originalUrl: '/api/mcp?deploymentId=2' };

describe('with a public address', () => {
  const addresses = new OwnAddresses({
    publicUrl: 'https://example.com/data',
    localOrigin: () => 'http://127.0.0.1:4000',
  });

  it('names itself by it, whatever a request says', () => {
    expect(addresses.issuer()).toBe('https://example.com/data');
    expect(addresses.path()).toBe('/data');
    expect(addresses.mcpResourceOf(lying)).toBe('https://example.com/data/api/mcp?deploymentId=2');
    expect(addresses.mcpMetadataOf(lying)).toBe(
      'https://example.com/.well-known/oauth-protected-resource/data/api/mcp?deploymentId=2',
    );
    const local = { host: 'localhost:4000', originalUrl: '/data/api/mcp/' };
    expect(addresses.mcpResourceOf(local)).toBe('https://example.com/data/api/mcp/');
  });

  it.each([
    ['https://example.com/data', true],
    ['https://example.com/data/', true],
    ['https://example.com/data/api/v1', true],
    ['https://example.com/data/api/scim/v2', true],
    ['https://example.com/data/api/mcp', true],
    ['https://example.com/data/api/mcp/', true],
    ['https://example.com/data/api/mcp?deploymentId=2', true],
    ['https://example.com/data/api/mcp/?deploymentId=2', true],
    ['https://example.com/data/api/mcp?deploymentId=2&deploymentId=3', false],
    ['https://example.com', false],
    ['https://example.com/data/api/mcp2', false],
    ['https://example.com/data/api/mcp//', false],
    ['https://example.com/data/api/mcp?a"', false],
    [`https://example.com/data/api/mcp?${'a'.repeat(201)}`, false],
    ['http://localhost:4000/api/mcp', false],
    ['https://evil.example/api/mcp', false],
  ])('whether tokens are made for %s: %s', (resource, is) => {
    expect(addresses.isResource(resource)).toBe(is);
  });
});

describe('on this machine alone', () => {
  const addresses = new OwnAddresses({ localOrigin: () => 'http://127.0.0.1:4000' });

  it('is spoken to by each of its three names, and by no other', () => {
    expect(addresses.issuer()).toBe('http://127.0.0.1:4000');
    const resourceAt = (host: string) => addresses.mcpResourceOf({ host, originalUrl: '/api/mcp' });
    expect(resourceAt('localhost:4000')).toBe('http://localhost:4000/api/mcp');
    expect(resourceAt('[::1]:4000')).toBe('http://[::1]:4000/api/mcp');
    for (const host of ['127.0.0.1:4000', 'localhost:4001', 'localhost', 'evil.example:4000']) {
      expect(resourceAt(host)).toBe('http://127.0.0.1:4000/api/mcp');
    }
    expect(addresses.isResource('http://localhost:4000/api/mcp')).toBe(true);
    expect(addresses.isResource('http://localhost:4001/api/mcp')).toBe(false);
  });
});

it('says nothing of itself where no public address is configured', () => {
  const addresses = new OwnAddresses({});
  expect(addresses.issuer()).toBeUndefined();
  expect(addresses.mcpResourceOf(lying)).toBeUndefined();
  expect(addresses.mcpMetadataOf(lying)).toBeUndefined();
  expect(addresses.isResource('https://evil.example/api/mcp')).toBe(false);
  expect(addresses.audiencesOfAll()).toEqual([]);
});
