import type { OpenProvider, TakenFlow } from '@orrery/people';
import type { FastifyReply } from 'fastify';
import { adminsOnly, personFault, SsoFault, unknownProvider } from './fault/index.ts';
import type { ProvedStatement } from './proved-statement.ts';
import type { ProviderRequest, SsoDependencies } from './sso-dependencies.ts';
import { answerTested, testSignIn } from './tested/index.ts';

interface EndedSignIn {
  readonly provider: OpenProvider;
  readonly own: string;
  readonly flow: Extract<TakenFlow, { readonly kind: 'taken' }>;
  /** Fields of the answer that the page of a test shows. */
  readonly arrived: Readonly<Record<string, string>>;
  /** Proves the answer of the provider. */
  readonly prove: () => Promise<ProvedStatement>;
}

/** Ends sign-ins whose flow belongs to the browser: with a session, or with the page of a test. */
export class SignInEnd {
  readonly #dependencies: SsoDependencies;

  constructor(dependencies: SsoDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws SsoFault */
  async end(
    request: ProviderRequest,
    reply: FastifyReply,
    { provider, own, flow, arrived, prove }: EndedSignIn,
  ): Promise<FastifyReply> {
    const { providerSignIn, giveSession } = this.#dependencies;
    if (flow.testerId !== undefined) {
      if ((await this.testerOf(request, provider)) !== flow.testerId) throw adminsOnly();
      return answerTested(reply, await testSignIn({ provider, signIn: providerSignIn, arrived, prove }), own);
    }
    if (!provider.isOn) throw unknownProvider();
    const { read, warnings = [] } = await prove();
    for (const warning of warnings)
      request.log.warn({ provider: provider.key, warning }, 'a provider should be changed');
    const { frame } = flow;
    const place = frame === undefined ? {} : { kind: 'frame' as const, frame };
    const origin = { address: request.ip, userAgent: request.headers['user-agent'], ...place };
    const result = await providerSignIn.signIn(provider, read(), origin);
    if (result.kind === 'refused') throw personFault(result, provider);
    // The cookie of this window is not sent into frames of other sites. They fetch a session of their own.
    if (frame !== undefined) return reply.redirect(`${own}/signed-in#code=${result.session.text}`, 303);
    giveSession(request, reply, result.session);
    return reply.redirect(`${own}${flow.next ?? '/'}`, 303);
  }

  /** Returns the public address of this server. @throws SsoFault where it is not known */
  ownAddress(): string {
    const own = this.#dependencies.ownAddress();
    if (own !== undefined) return own;
    const sentence = 'Signing in at providers needs the public address of this server. Ask an administrator.';
    throw new SsoFault('sso.no-address', sentence, 'ORRERY_PUBLIC_URL is not set');
  }

  /** Finds the provider of a request. @throws SsoFault */
  async provider({ params }: ProviderRequest, { mayBeOff = false } = {}): Promise<OpenProvider> {
    const provider = await this.#dependencies.signInProviders.open(params.providerKey, { mayBeOff });
    if (provider) return provider;
    throw unknownProvider();
  }

  /** Returns the number of the admin who tests the provider. @throws SsoFault for everybody else */
  async testerOf(request: ProviderRequest, { accountId }: OpenProvider): Promise<number> {
    const admin = await this.#dependencies.adminOf(request);
    if (admin?.accountId !== accountId) throw adminsOnly();
    return admin.userId;
  }
}
