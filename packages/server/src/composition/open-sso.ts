import { type Settings, signInNetworkRule } from '@orrery/config';
import type { ServedMetadata } from '@orrery/deployments';
import { type NetworkRule, ServerConnections } from '@orrery/engines';
import { Unauthorized } from '@orrery/kernel';
import type { SessionAuthenticator } from '@orrery/people';
import { type ReadSamlMetadata, samlMetadataReader, type SsoDependencies } from '@orrery/sso';
import { deriveKey } from '@orrery/store';
import type { FastifyRequest } from 'fastify';
import { giveSession, sessionIn } from '../faces/platform/index.ts';

/** The subject of error messages. */
const server = 'The sign-in provider';
const times = { connectMs: 5_000, firstByteMs: 10_000, pauseMs: 5_000 };
/** Documents and keys of providers are a few kilobytes. */
const mostBytes = 128 * 1024;
/** Metadata of providers of SAML describe a whole directory at some. */
const mostMetadataBytes = 1_000_000;

interface OpenSso {
  readonly dependencies: SsoDependencies;
  readonly readSamlMetadata: ReadSamlMetadata;
  close(): void;
}

/** Gives signing in at providers what it needs of the store and of this server. */
export function openSso(
  { keyring, signInProviders, signInFlows, signInAnswers, providerSignIn, providerSignOut }: ServedMetadata,
  given: Pick<SsoDependencies, 'ownAddress' | 'clock'> & {
    readonly network: NetworkRule;
    readonly browserSessions: Pick<SessionAuthenticator, 'personOf'>;
  },
): OpenSso {
  const { network, browserSessions, ...others } = given;
  const connections = new ServerConnections(network, { server, times, mostBytes, isKeptAlive: false });
  const metadata = openMetadataReader(network);
  return {
    dependencies: {
      ...others,
      signInProviders,
      signInFlows,
      signInAnswers,
      providerSignIn,
      providerSignOut,
      flowKey: () => deriveKey(keyring.current, 'orrery sign-in'),
      fetch: connections.fetchFor({ isTrusted: false }),
      adminOf: (request) => adminOf(request, browserSessions),
      giveSession: (request, reply, session) => giveSession(request, reply, session, 'application'),
    },
    readSamlMetadata: metadata.read,
    close: () => {
      connections.close();
      metadata.close();
    },
  };
}

/** Opens what reads the metadata of providers of SAML, at addresses that may be reached. */
export function openMetadataReader(network: NetworkRule): { readonly read: ReadSamlMetadata; close(): void } {
  const options = { server, times, mostBytes: mostMetadataBytes, isKeptAlive: false };
  const connections = new ServerConnections(network, options);
  return { read: samlMetadataReader(connections.fetchFor({ isTrusted: false })), close: () => connections.close() };
}

/** Networks that providers may be in. @param more those that no setting opens */
export function networkOfProviders(
  settings: Pick<Settings, 'signInNetworks'>,
  more: readonly string[] = [],
): NetworkRule {
  const rule = signInNetworkRule(settings);
  return { ...rule, allowed: [...rule.allowed, ...more] };
}

async function adminOf(request: FastifyRequest, sessions: Pick<SessionAuthenticator, 'personOf'>) {
  const session = sessionIn(request, 'application');
  if (session === undefined) return undefined;
  try {
    const person = await sessions.personOf(session);
    return person.role === 'admin' ? person : undefined;
  } catch (error) {
    if (error instanceof Unauthorized) return undefined;
    throw error;
  }
}
