import type { Preferences } from '@orrery/contract';
import type { HttpSettings } from '@orrery/config';
import { Unauthorized } from '@orrery/kernel';
import type { Person } from '@orrery/kernel';
import type { PreferenceService, SessionAuthenticator } from '@orrery/people';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  forAYear,
  frameAncestors,
  makeNonce,
  noticeHtml,
  originsOf,
  pagePolicy,
  sendAsset,
  themeFonts,
} from '../../pages/index.ts';
import { sessionIn } from '../platform/index.ts';
import type { ConsoleBuild, ConsolePage } from './console-build.ts';
import type { ConsoleSource } from './console-source.ts';
import { languageOf } from './language-of.ts';
import { registerSandbox } from './sandbox-page.ts';
import { type ShellFacts, shellHtml } from './shell-html.ts';

export interface ConsoleDependencies {
  readonly http: Pick<HttpSettings, 'publicUrl' | 'publicPath' | 'basePath' | 'frameOrigins'>;
  readonly source: ConsoleSource;
  readonly hasStartKey: boolean;
  /** The port for clients of PostgreSQL, while it is open. */
  readonly sqlPort: () => ShellFacts['sqlPort'];
  readonly browserSessions: Pick<SessionAuthenticator, 'personOf'>;
  readonly preferences: Pick<PreferenceService, 'get'>;
}

const signInPath = '/sign-in';

/** First parts of addresses that no page is at, besides that of the Data API. */
const others = [
  ...['.well-known', 'api', 'assets', 'auth', 'd', 'dev-mode', 'embed', 'livez', 'metrics', 'oauth', 'readyz', 'sso'],
];

interface ConsoleShell extends Pick<ShellFacts, 'app' | 'sqlPort'> {
  readonly files: Pick<ConsolePage, 'scripts' | 'styles' | 'isNeverFramed'>;
  readonly theme: Preferences['theme'];
  /** Where fonts come from, where it is not this server alone: the application may show the theme of the account. */
  readonly fonts?: string;
}

/** Serves the pages of the web application: their HTML, which is made for each request, and their files. */
export class Console {
  readonly #dependencies: ConsoleDependencies;
  readonly #others: ReadonlySet<string>;

  constructor(dependencies: ConsoleDependencies) {
    this.#dependencies = dependencies;
    this.#others = new Set([...others, dependencies.http.basePath.split('/')[0] ?? '']);
  }

  register(app: FastifyInstance): void {
    const { source, http } = this.#dependencies;
    registerSandbox(app, http.frameOrigins, () => source.build());
    source.serveFiles?.(app);
    if (!source.serveFiles) {
      app.get<{ Params: { name: string } }>('/assets/:name', { compress: false }, async (request, reply) => {
        const asset = source.build()?.assets.get(request.params.name);
        if (!asset) return reply.code(404).send({ error: 'Not Found' }); // its route takes no other name
        return sendAsset(request, reply.header('cache-control', forAYear), asset);
      });
    }
    const build = source.build();
    if (!build) {
      app.get('/', async (_request, reply) => sendUnbuilt(reply));
      return;
    }
    for (const page of build.pages) {
      if (page.isInFrames) {
        for (const url of [page.path, `${page.path}/*`])
          app.get(url, (request, reply) => this.#sendApp(request, reply, page));
        continue;
      }
      const addresses = page.path === '/' ? ['/'] : [page.path, `${page.path}/`];
      for (const url of addresses) app.get(url, (request, reply) => this.#sendPage(request, reply, page));
    }
  }

  /**
   * Answers browsers that open an address below `/` that nothing is at, with the page that says so.
   *
   * @returns `undefined` for other requests
   */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    const build = this.#dependencies.source.build();
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const first = request.url.split(/[/?]/)[1] ?? '';
    const isForPeople = request.headers.accept?.includes('text/html') === true;
    if (!build || !isReading || !isForPeople || this.#others.has(first)) return undefined;
    return this.#sendShell(request, reply.code(404), build, build.unknown);
  }

  async #sendPage(request: FastifyRequest, reply: FastifyReply, page: ConsolePage): Promise<FastifyReply> {
    const build = this.#dependencies.source.build();
    if (!build) return sendUnbuilt(reply);
    if (page.isPublic) return this.#sendShell(request, reply, build, page);
    const who = await this.#whoOf(request);
    if (who === 'stranger') return this.#askToSignIn(request, reply);
    return this.#sendShell(request, reply, build, page, who);
  }

  /** The application of viewers, in frames. Who looks at it is left to its scripts, which have the session. */
  async #sendApp(request: FastifyRequest, reply: FastifyReply, page: ConsolePage): Promise<FastifyReply> {
    const build = this.#dependencies.source.build();
    if (!build) return sendUnbuilt(reply);
    const { deploymentId } = request.params as { readonly deploymentId: string }; // named by the route
    if (!/^[1-9]\d{0,14}$/.test(deploymentId)) {
      return reply.code(404).type('text/html; charset=utf-8').send(noticeHtml('Not found', 'There is no such page.'));
    }
    const { frameOrigins } = this.#dependencies.http;
    const app = { deploymentId: Number(deploymentId), frameOrigins: originsOf(frameOrigins) };
    return this.#sendHtml(request, reply, build, { files: page, theme: 'system', fonts: themeFonts, app });
  }

  /** Redirects to the sign-in page, with the requested page in the address, so that it opens after signing in. */
  #askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { publicPath } = this.#dependencies.http;
    const to = request.url === '/' ? '' : `?next=${encodeURIComponent(request.url)}`;
    return reply.redirect(`${publicPath}${signInPath}${to}`, 302);
  }

  async #sendShell(
    request: FastifyRequest,
    reply: FastifyReply,
    build: ConsoleBuild,
    files: ConsoleShell['files'],
    who?: Person | 'unknown',
  ): Promise<FastifyReply> {
    const person = who ?? (await this.#whoOf(request));
    if (typeof person !== 'object') return this.#sendHtml(request, reply, build, { files, theme: 'system' });
    const theme = await this.#themeOf(person);
    const sqlPort = this.#dependencies.sqlPort();
    return this.#sendHtml(request, reply, build, { files, theme, fonts: themeFonts, ...(sqlPort ? { sqlPort } : {}) });
  }

  #sendHtml(request: FastifyRequest, reply: FastifyReply, build: ConsoleBuild, shown: ConsoleShell): FastifyReply {
    const { http, hasStartKey } = this.#dependencies;
    const { files, theme, app, fonts, sqlPort } = shown;
    const nonce = makeNonce();
    const facts = {
      basePath: http.publicPath,
      ...(http.publicUrl === undefined ? {} : { publicUrl: http.publicUrl }),
      dataPath: http.basePath,
      ...(app ? { hasStartKey: false, app } : { hasStartKey, ...(sqlPort ? { sqlPort } : {}) }),
    };
    const language = languageOf(request.headers['accept-language']);
    const ancestors = frameAncestors(app ? http.frameOrigins : [files.isNeverFramed ? "'none'" : "'self'"]);
    const policy = { nonce, ancestors, ...(fonts === undefined ? {} : { fonts }) };
    return reply
      .headers({ 'content-security-policy': pagePolicy(policy), vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(shellHtml({ facts, nonce, language, theme, build, files }));
  }

  /** @returns `unknown` while the store does not answer: the page says so better than we can here */
  async #whoOf(request: FastifyRequest): Promise<Person | 'stranger' | 'unknown'> {
    const session = sessionIn(request, 'application');
    if (session === undefined) return 'stranger';
    try {
      return await this.#dependencies.browserSessions.personOf(session);
    } catch (error) {
      if (error instanceof Unauthorized) return 'stranger';
      request.log.warn({ err: error }, 'a page is sent to somebody who could not be looked up');
      return 'unknown';
    }
  }

  async #themeOf({ accountId, userId }: Person): Promise<Preferences['theme']> {
    try {
      return (await this.#dependencies.preferences.get(accountId, userId)).theme;
    } catch {
      return 'system'; // the page asks again, and says what is wrong
    }
  }
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const text = 'The pages of this server are not built. Run npm run build:console in its folder, then start it again.';
  return reply.code(503).type('text/html; charset=utf-8').send(noticeHtml('Not built', text));
}
