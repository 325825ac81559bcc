import type { ReceivedAnswers, FlowService, ProviderService, ProviderSignIn, ProviderSignOut } from '@orrery/people';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SsoDependencies {
  readonly signInProviders: Pick<ProviderService, 'open'>;
  readonly signInFlows: FlowService;
  readonly signInAnswers: ReceivedAnswers;
  readonly providerSignIn: Pick<ProviderSignIn, 'signIn' | 'test' | 'recordRedirect'>;
  readonly providerSignOut: Pick<ProviderSignOut, 'end'>;
  /** A key of this purpose alone. Its flows end when it changes. */
  readonly flowKey: () => Uint8Array;
  /** The public address of this server, without a slash at the end; absent while there is none to be sure of. */
  readonly ownAddress: () => string | undefined;
  /** Sends requests to addresses that admins name: only to those that may be reached, and without redirects. */
  readonly fetch: typeof fetch;
  readonly giveSession: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly text: string; readonly lastsMs: number },
  ) => void;
  /** Finds the admin whose session the browser has. */
  readonly adminOf: (
    request: FastifyRequest,
  ) => Promise<{ readonly accountId: number; readonly userId: number } | undefined>;
  readonly clock: { now(): number };
}

export interface SsoRequest {
  readonly Params: { readonly providerKey: string };
}

export type ProviderRequest = FastifyRequest<SsoRequest>;
