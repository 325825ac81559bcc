import { randomBytes } from 'node:crypto';
import { flowMs, networkOf, type OpenProvider, type RefusedPerson } from '@orrery/people';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SsoFault } from './fault/index.ts';
import { browserIn, derivedValues, giveBrowser, ownPage, StartRate } from './flow/index.ts';
import {
  beginAt,
  Configurations,
  faultOf,
  finishAt,
  LogoutTokens,
  presentedBy,
  type ProviderClaims,
  RefusedLogout,
  signOutAddressAt,
} from './oidc/index.ts';
import type { SsoDependencies, SsoRequest } from './sso-dependencies.ts';
import { answerTested, testSignIn } from './tested/index.ts';

const longestHint = 255;

type ProviderRequest = FastifyRequest<SsoRequest>;

interface SignInStart {
  readonly provider: OpenProvider;
  readonly own: string;
  readonly parameters: URLSearchParams;
  /** Number of the admin who tests the provider; absent for a sign-in. */
  readonly testerId: number | undefined;
  /** The random value of a frame that the sign-in is for. */
  readonly frame: string | undefined;
}

/** Signs people in at external identity providers. */
export class Sso {
  readonly #dependencies: SsoDependencies;
  readonly #configurations: Configurations;
  readonly #rate = new StartRate();
  readonly #refusedLogouts = new StartRate();
  readonly #logoutTokens: LogoutTokens;

  constructor(dependencies: SsoDependencies) {
    this.#dependencies = dependencies;
    this.#configurations = new Configurations(dependencies);
    this.#logoutTokens = new LogoutTokens(dependencies);
  }

  /** Sends a person to the provider. @throws SsoFault */
  async start(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#ownAddress();
    const parameters = parametersIn(request.query);
    const isMoved = parameters.get('moved') !== null;
    // The cookie must be of the host that the answer comes back to.
    if (request.host !== new URL(own).host && !isMoved)
      return reply.redirect(startAddress(own, request.params.providerKey, parameters, true), 302);
    const isTest = parameters.get('test') !== null;
    const provider = await this.#provider(request, { mayBeOff: isTest });
    const testerId = isTest ? await this.#testerOf(request, provider) : undefined;
    const { clock } = this.#dependencies;
    if (!this.#rate.take(networkOf(request.ip), clock.now())) throw tooMany();
    try {
      const frame = isTest ? undefined : frameIn(parameters);
      return await this.#begin(request, reply, { provider, own, parameters, testerId, frame });
    } catch (error) {
      if (!isTest || !(error instanceof SsoFault)) throw error;
      return answerTested(reply, { provider, fault: error }, own);
    }
  }

  async #begin(
    request: ProviderRequest,
    reply: FastifyReply,
    { provider, own, parameters, testerId, frame }: SignInStart,
  ): Promise<FastifyReply> {
    const { signInFlows, flowKey, clock } = this.#dependencies;
    const configuration = await this.#configurationOf(provider);
    const browser = browserIn(request) ?? randomBytes(32).toString('base64url');
    const next = ownPage(parameters.get('next') ?? undefined, own);
    const state = await signInFlows.begin(provider, { browser, next, testerId, frame });
    const loginHint = parameters.get('login_hint')?.slice(0, longestHint);
    const redirectUri = callbackAddress(own, provider.key);
    const values = derivedValues(flowKey(), state);
    const begun = beginAt(configuration, provider, { redirectUri, state, ...values, loginHint });
    const there = await begun.catch((error: unknown) => {
      throw faultOf(error, provider, clock);
    });
    giveBrowser(request, reply, browser, flowMs);
    return reply.redirect(there, 302);
  }

  /** Takes the answer of the provider, and begins a session. @throws SsoFault */
  async finish(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#ownAddress();
    const provider = await this.#provider(request, { mayBeOff: true });
    const { signInFlows, providerSignIn, flowKey, giveSession, clock } = this.#dependencies;
    const parameters = parametersIn(request.query);
    const state = parameters.get('state') ?? '';
    const flow = await signInFlows.take(provider, state, browserIn(request));
    if (flow.kind !== 'taken') throw flowFault(flow.kind);
    const url = new URL(callbackAddress(own, provider.key));
    url.search = parameters.toString();
    const prove = async () => {
      const configuration = await this.#configurationOf(provider);
      return finishAt(configuration, provider, { url, state, ...derivedValues(flowKey(), state) }, clock);
    };
    if (flow.testerId !== undefined) {
      if ((await this.#testerOf(request, provider)) !== flow.testerId) throw adminsOnly();
      const read = (given: ProviderClaims) => presentedBy(provider, given);
      return answerTested(reply, await testSignIn({ provider, signIn: providerSignIn, prove, read }), own);
    }
    if (!provider.isOn) throw unknownProvider();
    const claims = await prove();
    const { frame } = flow;
    const place = frame === undefined ? {} : { kind: 'frame' as const, frame };
    const origin = { address: request.ip, userAgent: request.headers['user-agent'], ...place };
    const result = await providerSignIn.signIn(provider, presentedBy(provider, claims), origin);
    if (result.kind === 'refused') throw personFault(result, provider);
    // The cookie of this window is not sent into frames of other sites. They fetch a session of their own.
    if (frame !== undefined) return reply.redirect(`${own}/signed-in#code=${result.session.text}`, 303);
    giveSession(request, reply, result.session);
    return reply.redirect(`${own}${flow.next ?? '/'}`, 303);
  }

  /** Begins a sign-in that a page of the provider asks for. It may lead to pages of ours only. @throws SsoFault */
  async initiate(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#ownAddress();
    const provider = await this.#provider(request);
    const parameters =
      request.method === 'POST' ? new URLSearchParams(String(request.body ?? '')) : parametersIn(request.query);
    const issuer = parameters.get('iss');
    if (issuer === null || URL.parse(issuer)?.href !== new URL(provider.settings.issuer).href) {
      throw new SsoFault('sso.bad-request', `The request does not come from ${provider.name}.`, 'iss');
    }
    const target = parameters.get('target_link_uri') ?? '';
    const passed = new URLSearchParams();
    if (target.startsWith(`${own}/`)) passed.set('next', target.slice(own.length));
    const hint = parameters.get('login_hint');
    if (hint !== null) passed.set('login_hint', hint.slice(0, longestHint));
    // Browsers send no cookie with the form of another site, but they do with the page after it.
    return reply.redirect(startAddress(own, provider.key, passed, true), 303);
  }

  /**
   * Sends a browser, whose session here is over, to the provider to end its session there. Everybody may open this: it leads
   * to the provider and to nowhere else. @throws SsoFault
   */
  async signOut(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#ownAddress();
    const { clock } = this.#dependencies;
    if (!this.#rate.take(networkOf(request.ip), clock.now())) throw tooMany();
    const provider = await this.#provider(request);
    if (!provider.settings.logsOutAtProvider) throw unknownProvider();
    const page = `${own}/sign-in`;
    const configuration = await this.#configurations.of(provider).catch((error: unknown) => {
      const sentence = `You are signed out here. ${provider.name} could not be reached, so you may still be signed in there.`;
      throw new SsoFault('sso.not-now', sentence, error);
    });
    return reply.redirect(signOutAddressAt(configuration, provider, page), 303);
  }

  /**
   * Ends sessions that have ended at the provider. The message causes no request and no change before as much of it is
   * proved as possible. Programs of providers read the status alone.
   */
  async endByProvider(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const provider = await this.#provider(request, { mayBeOff: true });
    const { providerSignOut, clock } = this.#dependencies;
    const network = networkOf(request.ip);
    // Only what is refused counts: thousands of people may sign out at a provider within minutes.
    if (this.#refusedLogouts.isSpent(network, clock.now())) throw tooMany();
    const tokens = new URLSearchParams(String(request.body ?? '')).getAll('logout_token');
    try {
      const [token] = tokens;
      if (token === undefined || tokens.length > 1) throw new RefusedLogout('logout_token is missing, or there twice');
      this.#logoutTokens.requireForm(provider, token);
      const configuration = await this.#configurationOf(provider);
      const ended = await this.#logoutTokens.read(configuration, provider, token);
      const count = await providerSignOut.end(provider, ended, request.ip);
      request.log.info({ provider: provider.key, count }, 'a provider has ended sessions');
      return reply.code(200).send();
    } catch (error) {
      this.#refusedLogouts.take(network, clock.now());
      if (!(error instanceof RefusedLogout)) throw error;
      request.log.info({ provider: provider.key, err: error }, 'a logout token was refused');
      return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
    }
  }

  #ownAddress(): string {
    const own = this.#dependencies.ownAddress();
    if (own !== undefined) return own;
    const sentence = 'Signing in at providers needs the public address of this server. Ask an administrator.';
    throw new SsoFault('sso.no-address', sentence, 'ORRERY_PUBLIC_URL is not set');
  }

  async #provider({ params }: ProviderRequest, { mayBeOff = false } = {}): Promise<OpenProvider> {
    const provider = await this.#dependencies.signInProviders.open(params.providerKey, { mayBeOff });
    if (provider) return provider;
    throw unknownProvider();
  }

  /** Returns the number of the admin who tests the provider. @throws SsoFault for everybody else */
  async #testerOf(request: ProviderRequest, { accountId }: OpenProvider): Promise<number> {
    const admin = await this.#dependencies.adminOf(request);
    if (admin?.accountId !== accountId) throw adminsOnly();
    return admin.userId;
  }

  async #configurationOf(provider: OpenProvider) {
    try {
      return await this.#configurations.of(provider);
    } catch (error) {
      throw faultOf(error, provider, this.#dependencies.clock);
    }
  }
}

function callbackAddress(own: string, key: string): string {
  return `${own}/sso/${key}/callback`;
}

function startAddress(own: string, key: string, parameters: URLSearchParams, isMoved: boolean): string {
  const passed = new URLSearchParams(parameters);
  if (isMoved) passed.set('moved', '1');
  return `${own}/sso/${encodeURIComponent(key)}/start?${passed}`;
}

/** Each parameter once; protocols forbid repeated ones. @throws SsoFault */
function parametersIn(query: unknown): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Readonly<Record<string, unknown>>)) {
    if (typeof value !== 'string') throw new SsoFault('sso.bad-request', 'The address names something twice.', name);
    parameters.set(name, value);
  }
  return parameters;
}

/** The random value of the frame that a sign-in is for. @throws SsoFault for anything else in its place */
function frameIn(parameters: URLSearchParams): string | undefined {
  const frame = parameters.get('frame') ?? undefined;
  if (frame === undefined || /^[A-Za-z0-9_-]{43}$/.test(frame)) return frame;
  throw new SsoFault('sso.bad-request', 'The frame that this sign-in is for is not known. Start again there.', 'frame');
}

function flowFault(kind: 'unknown' | 'expired' | 'used' | 'other-browser' | 'other-provider'): SsoFault {
  switch (kind) {
    case 'used':
      return new SsoFault('sso.replayed', 'This sign-in was used already. Start again.', kind);
    case 'other-browser':
      return new SsoFault('sso.other-browser', 'This sign-in began in another browser. Start again in this one.', kind);
    case 'other-provider':
      return new SsoFault('sso.other-provider', 'This sign-in began at another provider. Start again.', kind);
    case 'unknown':
      return new SsoFault('sso.unknown-flow', 'This sign-in is not known here. Start again.', kind);
    case 'expired':
      return new SsoFault('sso.expired-flow', 'This sign-in took longer than ten minutes. Start again.', kind);
  }
}

/** Makes the sentence for a person. Only one who signed in before learns anything about a user. */
function personFault({ isKnown, why, value, reason }: RefusedPerson, { name }: OpenProvider): SsoFault {
  const told = `${why}: ${reason}`;
  if (why === 'deactivated' && isKnown)
    return new SsoFault('sso.deactivated', 'Your account is deactivated. Ask an administrator.', told);
  switch (why) {
    case 'no-name':
      return new SsoFault(
        'sso.no-name',
        `${name} states no name for ${value} that an account can have. Ask an administrator.`,
        told,
      );
    case 'domain':
      return new SsoFault(
        'sso.domain',
        `${value} has no verified address of an organization that may sign in here. Ask an administrator.`,
        told,
      );
    default:
      return new SsoFault(
        'sso.unknown-person',
        `There is no account for ${value} here that ${name} opens. Ask an administrator to add it.`,
        told,
      );
  }
}

function unknownProvider(): SsoFault {
  return new SsoFault('sso.unknown-provider', 'There is no such way to sign in here.');
}

function adminsOnly(): SsoFault {
  return new SsoFault('sso.admins-only', 'Only admins who are signed in test a provider. Sign in, then start again.');
}

function tooMany(): SsoFault {
  return new SsoFault('sso.too-many', 'Too many people sign in from your network at once. Try again in ten minutes.');
}
