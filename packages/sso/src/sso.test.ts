import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import type { SsoDependencies, SsoRequest } from './sso-dependencies.ts';
import { Sso } from './sso.ts';

const provider = {
  kind: 'oidc',
  key: 'k',
  version: 1,
  name: 'Company',
  settings: { issuer: 'https://login.example.com', clientId: 'orrery', idTokenAlgorithm: 'RS256', authMethod: 'none' },
};

it('begins a thousand sign-ins of a network in ten minutes, and asks the provider for none beyond', async () => {
  const send = vi.fn(() => Promise.reject(new Error('there is no network')));
  const dependencies: Partial<Record<keyof SsoDependencies, unknown>> = {
    signInProviders: { open: async () => provider },
    ownAddress: () => 'https://orrery.example.com',
    fetch: send,
    clock: { now: () => 0 },
  };
  const sso = new Sso(dependencies as unknown as SsoDependencies); // the others are used later than this
  const startFrom = (ip: string) => {
    const request = {
      query: {},
      params: { providerKey: 'k' },
      host: 'orrery.example.com',
      ip,
      headers: {},
      server: {},
    };
    const started = sso.start(request as unknown as FastifyRequest<SsoRequest>, {} as FastifyReply); // what it reads
    return started.catch((error: { readonly code?: string }) => error.code ?? error);
  };
  for (let begun = 0; begun < 1_000; begun++) expect(await startFrom('192.0.2.1')).toBe('sso.not-now');
  const before = send.mock.calls.length;
  expect(await startFrom('192.0.2.1')).toBe('sso.too-many');
  expect(send.mock.calls.length).toBe(before);
  expect(await startFrom('192.0.2.2')).toBe('sso.not-now');
});

it('counts answers of SAML that are refused, also those whose refusal waits for the browser', async () => {
  const dependencies: Partial<Record<keyof SsoDependencies, unknown>> = {
    signInProviders: { open: async () => ({ ...provider, kind: 'saml' }) },
    signInFlows: { underWay: async () => 'sign-in' },
    signInAnswers: { keep: async () => 'handle' },
    ownAddress: () => 'https://orrery.example.com',
    clock: { now: () => 0 },
  };
  const sso = new Sso(dependencies as unknown as SsoDependencies); // the others are used later than this
  const receive = () => {
    const request = { body: 'SAMLResponse=x', params: { providerKey: 'k' }, ip: '192.0.2.1' };
    const reply = { redirect: (address: string, status: number) => `${status} ${address}` };
    const received = sso.receive(
      request as unknown as FastifyRequest<SsoRequest>,
      reply as unknown as FastifyReply, // what it uses
    );
    return Promise.resolve(received).catch((error: { readonly code?: string }) => error.code ?? error);
  };
  for (let refused = 0; refused < 1_000; refused++)
    expect(await receive()).toBe('303 https://orrery.example.com/sso/k/finish?answer=handle');
  expect(await receive()).toBe('sso.too-many');
});
