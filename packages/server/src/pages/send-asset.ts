import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './built-files.ts';

/** Names of files change with their content, so browsers never ask again. */
export const forAYear = 'public, max-age=31536000, immutable';

/** Sends a built file in the smallest form that the client accepts. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.header('vary', 'accept-encoding').type(asset.type);
  const accepted = new Set(
    (request.headers['accept-encoding'] ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
      .map((each) => each.split(';')[0]?.trim()),
  );
  if (asset.brotli && accepted.has('br')) return reply.header('content-encoding', 'br').send(asset.brotli);
  if (asset.gzip && accepted.has('gzip')) return reply.header('content-encoding', 'gzip').send(asset.gzip);
  return reply.send(asset.bytes);
}
