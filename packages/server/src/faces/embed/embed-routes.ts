import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpSettings } from '@orrery/config';
import {
  type Asset,
  type BuiltFiles,
  forAYear,
  frameAncestors,
  makeNonce,
  noticeHtml,
  originsOf,
  pagePolicy,
  sendAsset,
  themeFonts,
} from '../../pages/index.ts';
import { pageHtml, type FramePageFacts } from './page-html.ts';

export interface EmbedDependencies {
  readonly http: Pick<HttpSettings, 'frameOrigins' | 'publicPath'>;
  /** Absent while nothing is built: every API is served all the same. */
  readonly pages: BuiltFiles | undefined;
}

const helper = 'host.js';

/**
 * Serves `/embed/*`: the pages that others show in frames, their files, and the script for host pages. The session in
 * the query string is left to the script of the page; the server does not look at it.
 */
export async function registerEmbedRoutes(app: FastifyInstance, dependencies: EmbedDependencies): Promise<void> {
  const { http, pages } = dependencies;
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('content-security-policy', `default-src 'none'; ${frameAncestors(http.frameOrigins)}`);
      });
      scope.setNotFoundHandler((_request, reply) => sendNotice(reply, 404, 'Not found', 'There is no such page.'));
      const at = (path: string, factsOf: (request: FastifyRequest) => PageLocation | undefined) => {
        for (const url of [path, `${path}/`]) {
          scope.get(url, async (request, reply) => {
            const location = factsOf(request);
            return location ? sendPage(reply, location, dependencies) : reply.callNotFound();
          });
        }
      };
      at('/dashboard/:publicId', onDashboard);
      at('/d/:deploymentId/dashboard/:publicId', (request) => inDeployment(request, onDashboard(request)));
      at('/chat', () => ({ page: 'chat' }));
      at('/d/:deploymentId/chat', (request) => inDeployment(request, { page: 'chat' }));
      scope.get<{ Params: { name: string } }>('/assets/:name', { compress: false }, async (request, reply) => {
        const asset = pages?.assets.get(request.params.name);
        return asset ? sendToAll(request, reply.header('cache-control', forAYear), asset) : reply.callNotFound();
      });
      scope.get(`/${helper}`, { compress: false }, async (request, reply) => {
        const asset = pages?.assets.get(pages.names.get(helper) ?? '');
        return asset ? sendHelper(request, reply, asset) : sendUnbuilt(reply);
      });
    },
    { prefix: '/embed' },
  );
}

type PageLocation = Pick<FramePageFacts, 'page' | 'publicId' | 'deploymentId'>;

function onDashboard({ params }: FastifyRequest): PageLocation | undefined {
  const { publicId } = params as { readonly publicId: string }; // named by the route
  return publicId !== '' ? { page: 'dashboard', publicId } : undefined;
}

function inDeployment({ params }: FastifyRequest, location: PageLocation | undefined): PageLocation | undefined {
  const { deploymentId } = params as { readonly deploymentId: string }; // named by the route
  return location && /^[1-9]\d{0,14}$/.test(deploymentId)
    ? { ...location, deploymentId: Number(deploymentId) }
    : undefined;
}

function sendPage(reply: FastifyReply, location: PageLocation, { http, pages }: EmbedDependencies): FastifyReply {
  if (!pages?.names.has('frame.js')) return sendUnbuilt(reply);
  const nonce = makeNonce();
  const facts: FramePageFacts = { basePath: http.publicPath, frameOrigins: originsOf(http.frameOrigins), ...location };
  return reply
    .header(
      'content-security-policy',
      pagePolicy({ nonce, ancestors: frameAncestors(http.frameOrigins), fonts: themeFonts }),
    )
    .type('text/html; charset=utf-8')
    .send(pageHtml({ facts, names: pages.names, nonce }));
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const text = 'The pages of this server are not built. Run npm run build:embed in its folder, then start it again.';
  return sendNotice(reply, 503, 'Not built', text);
}

function sendNotice(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(noticeHtml(title, text));
}

/** Host pages name the script without a hash, so browsers ask whether it has changed. */
function sendHelper(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const tag = `"${createHash('sha256').update(asset.bytes).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return sendToAll(request, reply, asset);
}

/** Files hold nothing of anybody, so pages of every origin may load them. */
function sendToAll(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
  return sendAsset(request, reply, asset);
}
