import { randomBytes } from 'node:crypto';
import { flowMs, issuerOf, networkOf, type OpenProvider } from '@orrery/people';
import type { FastifyReply } from 'fastify';
import { flowFault, SsoFault, tooMany, unknownProvider } from './fault/index.ts';
import { browserIn, giveBack, giveBrowser, giveHop, hopIn, ownPage, StartRate, type WayBack } from './flow/index.ts';
import type { GitHubProtocol } from './github/index.ts';
import type { OidcProtocol } from './oidc/index.ts';
import type { SamlProtocol } from './saml/index.ts';
import type { ProvedStatement } from './proved-statement.ts';
import { SignInEnd } from './sign-in-end.ts';
import type { ProviderRequest, SsoDependencies } from './sso-dependencies.ts';
import { shownParameters } from './shown-parameters.ts';
import { answerTested } from './tested/index.ts';

const longestHint = 255;

interface SignInStart {
  readonly provider: OpenProvider;
  readonly own: string;
  readonly parameters: URLSearchParams;
  /** Number of the admin who tests the provider; absent for a sign-in. */
  readonly testerId: number | undefined;
  /** The random value of a frame that the sign-in is for. */
  readonly frame: string | undefined;
}

/** Signs people in at external identity providers. The code of each protocol loads with its first use. */
export class Sso {
  readonly #dependencies: SsoDependencies;
  readonly #end: SignInEnd;
  readonly #rate = new StartRate();
  /** Counts messages of providers that are refused. Sound ones do not count: thousands of people may come within minutes. */
  readonly #refused = new StartRate();
  readonly #signOuts = new StartRate();
  #githubProtocol: GitHubProtocol | undefined;
  #oidcProtocol: OidcProtocol | undefined;
  #samlProtocol: SamlProtocol | undefined;

  constructor(dependencies: SsoDependencies) {
    this.#dependencies = dependencies;
    this.#end = new SignInEnd(dependencies);
  }

  /** Sends a person to the provider. @throws SsoFault */
  async start(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#end.ownAddress();
    const parameters = parametersIn(request.query);
    const isMoved = parameters.get('moved') !== null;
    // The cookie must be of the host that the answer comes back to.
    if (request.host !== new URL(own).host && !isMoved)
      return reply.redirect(startAddress(own, request.params.providerKey, parameters, true), 302);
    const isTest = parameters.get('test') !== null;
    const provider = await this.#end.provider(request, { mayBeOff: isTest });
    const testerId = isTest ? await this.#end.testerOf(request, provider) : undefined;
    const { clock } = this.#dependencies;
    if (!this.#rate.take(networkOf(request.ip), clock.now())) throw tooMany();
    if (parameters.get('there') !== null) hopTwice(request, reply, provider);
    try {
      const frame = isTest ? undefined : frameIn(parameters);
      if (frame !== undefined) requireOwnFrame(request);
      return await this.#begin(request, reply, { provider, own, parameters, testerId, frame });
    } catch (error) {
      if (!isTest || !(error instanceof SsoFault)) throw error;
      return answerTested(reply, { provider, fault: error, step: 'begin' }, own);
    }
  }

  async #begin(
    request: ProviderRequest,
    reply: FastifyReply,
    { provider, own, parameters, testerId, frame }: SignInStart,
  ): Promise<FastifyReply> {
    const { signInFlows, providerSignIn } = this.#dependencies;
    const browser = browserIn(request) ?? randomBytes(32).toString('base64url');
    const next = ownPage(parameters.get('next') ?? undefined, own);
    const flow = () => signInFlows.begin(provider, { browser, next, testerId, frame });
    const loginHint = parameters.get('login_hint')?.slice(0, longestHint);
    const send = (there: string) => {
      giveBrowser(request, reply, browser, flowMs);
      giveBack(request, reply, wayBack, flowMs);
      return reply.redirect(there, 302);
    };
    const account = parameters.get('account') ?? undefined;
    const wayBack: WayBack = frame === undefined ? { kind: 'page', account } : { kind: 'frame' };
    const redirectUri = callbackAddress(own, provider.key);
    switch (provider.kind) {
      case 'oidc':
        return send(await (await this.#oidc()).begin(provider, { flow, redirectUri, loginHint }));
      case 'saml': {
        const saml = await this.#saml();
        const there = await saml.begin(provider, { own, state: await flow(), loginHint });
        await providerSignIn.recordRedirect(provider, request.ip);
        return send(there);
      }
      case 'github':
        return send((await this.#github()).begin(provider, { state: await flow(), redirectUri, loginHint }));
    }
  }

  /** Takes the answer of a provider that is an address, and begins a session. @throws SsoFault */
  async finish(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#end.ownAddress();
    const provider = await this.#end.provider(request, { mayBeOff: true });
    const parameters = parametersIn(request.query);
    const state = parameters.get('state') ?? '';
    const flow = await this.#dependencies.signInFlows.take(provider, state, browserIn(request));
    if (flow.kind !== 'taken') throw flowFault(flow.kind);
    const redirectUri = callbackAddress(own, provider.key);
    const end = (prove: () => Promise<ProvedStatement>) =>
      this.#end.end(request, reply, { provider, own, flow, arrived: shownParameters(parameters), prove });
    switch (provider.kind) {
      case 'oidc': {
        const oidc = await this.#oidc();
        const url = new URL(redirectUri);
        url.search = parameters.toString();
        return end(() => oidc.prove(provider, { url, state }));
      }
      case 'github': {
        const github = await this.#github();
        return end(() => github.prove(provider, { parameters, state, redirectUri }));
      }
      case 'saml':
        throw new SsoFault('sso.bad-request', `The answer of ${provider.name} must come as a form. Start again.`);
    }
  }

  /**
   * Takes the answer of a provider that is a form. Browsers add no cookies to it, so it begins no session: it is proved, and the
   * browser is sent to the page that ends the sign-in, with its cookies. @throws SsoFault
   */
  async receive(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#end.ownAddress();
    const provider = await this.#end.provider(request, { mayBeOff: true });
    if (provider.kind !== 'saml') throw unknownProvider();
    const { clock } = this.#dependencies;
    const from = senderOf(request, provider);
    if (this.#refused.isSpent(from, clock.now())) throw tooMany();
    const form = new URLSearchParams(String(request.body ?? ''));
    try {
      const [message, ...others] = form.getAll('SAMLResponse');
      if (message === undefined || others.length > 0)
        throw new SsoFault('sso.bad-request', `${provider.name} sent no answer. Start again.`, 'SAMLResponse, once');
      const received = await (await this.#saml()).receive(provider, own, message);
      switch (received.kind) {
        case 'kept':
          if (received.isRefused) this.#refused.take(from, clock.now());
          return reply.redirect(
            `${own}/sso/${provider.key}/finish?${new URLSearchParams({ answer: received.handle })}`,
            303,
          );
        case 'begun-there':
          return reply.redirect(startAddress(own, provider.key, begunThere(form, own), true), 303);
      }
    } catch (error) {
      this.#refused.take(from, clock.now());
      throw error;
    }
  }

  /** Ends the sign-in whose answer was a form, in the browser that it began in. @throws SsoFault */
  async finishReceived(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#end.ownAddress();
    const provider = await this.#end.provider(request, { mayBeOff: true });
    if (provider.kind !== 'saml') throw unknownProvider();
    const handle = parametersIn(request.query).get('answer') ?? '';
    const { state, prove, refusal } = await (await this.#saml()).take(provider, handle);
    // Everybody who knows the request may have sent the answer: the flow waits for a right one.
    if (refusal) throw refusal;
    const flow = await this.#dependencies.signInFlows.take(provider, state, browserIn(request));
    if (flow.kind !== 'taken') throw flowFault(flow.kind);
    giveHop(request, reply, undefined);
    return this.#end.end(request, reply, { provider, own, flow, arrived: {}, prove });
  }

  /** Answers with the document that describes this service to a provider of SAML. @throws SsoFault */
  async metadata(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#end.ownAddress();
    const provider = await this.#end.provider(request, { mayBeOff: true });
    if (provider.kind !== 'saml') throw unknownProvider();
    const document = (await this.#saml()).metadata(provider, own);
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(document);
  }

  /** Begins a sign-in that a page of the provider asks for. It may lead to pages of ours only. @throws SsoFault */
  async initiate(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = this.#end.ownAddress();
    const provider = await this.#end.provider(request);
    const parameters =
      request.method === 'POST' ? new URLSearchParams(String(request.body ?? '')) : parametersIn(request.query);
    const issuer = parameters.get('iss');
    const wanted = provider.kind === 'oidc' ? URL.parse(issuerOf(provider))?.href : undefined;
    if (issuer === null || wanted === undefined || URL.parse(issuer)?.href !== wanted) {
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
    const own = this.#end.ownAddress();
    const { clock } = this.#dependencies;
    if (!this.#signOuts.take(networkOf(request.ip), clock.now())) throw tooManySignOuts();
    const provider = await this.#end.provider(request);
    if (provider.kind !== 'oidc' || !provider.settings.logsOutAtProvider) throw unknownProvider();
    return reply.redirect(await (await this.#oidc()).signOutAddress(provider, `${own}/sign-in`), 303);
  }

  /** Ends sessions that have ended at the provider. Programs of providers read the status alone. */
  async endByProvider(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const provider = await this.#end.provider(request, { mayBeOff: true });
    if (provider.kind !== 'oidc') throw unknownProvider();
    const { clock } = this.#dependencies;
    const from = senderOf(request, provider);
    if (this.#refused.isSpent(from, clock.now())) throw tooMany();
    const onRefused = () => void this.#refused.take(from, clock.now());
    return (await this.#oidc()).endByProvider(provider, request, reply, onRefused);
  }

  async #github(): Promise<GitHubProtocol> {
    const { GitHubProtocol } = await import('./github/index.ts');
    return (this.#githubProtocol ??= new GitHubProtocol(this.#dependencies));
  }

  async #oidc(): Promise<OidcProtocol> {
    const { OidcProtocol } = await import('./oidc/index.ts');
    return (this.#oidcProtocol ??= new OidcProtocol(this.#dependencies));
  }

  async #saml(): Promise<SamlProtocol> {
    const { SamlProtocol } = await import('./saml/index.ts');
    return (this.#samlProtocol ??= new SamlProtocol(this.#dependencies));
  }
}

/** Names who sends messages of a provider, for counting those that are refused. */
function senderOf({ ip }: ProviderRequest, { key }: OpenProvider): string {
  return `${networkOf(ip)} ${key}`;
}

function tooManySignOuts(): SsoFault {
  const sentence =
    'You are signed out here. Too many people of your network sign out at the provider at once; sign out there yourself.';
  return new SsoFault('sso.too-many', sentence);
}

/**
 * Refuses a window for a frame that a page of another site has opened, or a link. It would show its code to a person who could
 * give it to that page. Browsers name the site wherever the connection is encrypted, or is on this machine.
 *
 * @throws SsoFault
 */
function requireOwnFrame({ headers }: ProviderRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return;
  const sentence = 'This sign-in was not begun by a frame of this server. Sign in there, at its public address.';
  throw new SsoFault('sso.not-of-frame', sentence, `Sec-Fetch-Site: ${String(site).slice(0, 20)}`);
}

/** Lets answers without a request begin a sign-in here twice, as a double click does, and ends the circle at the third. */
function hopTwice(request: ProviderRequest, reply: FastifyReply, { key, name }: OpenProvider): void {
  const before = hopIn(request);
  const again = `${key}.again`;
  const isCircle = before === again;
  giveHop(request, reply, isCircle ? undefined : before === key ? again : key);
  if (!isCircle) return;
  const sentence = `${name} does not say which sign-in it answers, so none can end here. Ask an administrator.`;
  throw new SsoFault('sso.loop', sentence, 'its answers have no InResponseTo that is signed');
}

/** Parameters of a sign-in that goes on here after the provider began it, to the page of ours that it names. */
function begunThere(form: URLSearchParams, own: string): URLSearchParams {
  const relayed = form.get('RelayState') ?? '';
  const page = relayed.startsWith(`${own}/`) ? relayed.slice(own.length) : relayed;
  const next = ownPage(page, own);
  return new URLSearchParams({ there: '1', ...(next === undefined ? {} : { next }) });
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
