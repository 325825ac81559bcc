import type { ServedMetadata } from '@orrery/deployments';
import { type NetworkRule, ServerConnections } from '@orrery/engines';
import { ClientDocuments } from '@orrery/oauth';
import type { Logger } from 'pino';

const settings = {
  server: 'The server of the application',
  times: { connectMs: 3_000, firstByteMs: 5_000, pauseMs: 2_000 },
  mostBytes: 64 * 1024,
  isKeptAlive: false,
};

interface OpenDocuments {
  readonly clientDocuments: ClientDocuments;
  close(): void;
}

/** Lets applications describe themselves by a document at an address of theirs. */
export function openDocuments(
  { oauthClients }: Pick<ServedMetadata, 'oauthClients'>,
  { network, clock, log }: { readonly network: NetworkRule; readonly clock: { now(): number }; readonly log: Logger },
): OpenDocuments {
  const connections = new ServerConnections(network, settings);
  const fetch = connections.fetchFor({ isTrusted: false });
  return {
    clientDocuments: new ClientDocuments({ clients: oauthClients, fetch, clock, log }),
    close: () => connections.close(),
  };
}
