import type { HttpSettings } from '@orrery/config';

/** Says which pages may show ours in a frame; other origins than these see nothing. */
export function frameAncestors(frameOrigins: HttpSettings['frameOrigins']): string {
  return `frame-ancestors ${frameOrigins === '*' ? '*' : frameOrigins.join(' ')}`;
}

/**
 * Policy of a page in a frame: its scripts and styles come from this server, it sends requests nowhere else, and texts
 * never become markup, because the only policy of trusted types refuses them. Pictures of people come from anywhere.
 *
 * @param nonce for styles that libraries make while they run
 */
export function pagePolicy(frameOrigins: HttpSettings['frameOrigins'], nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    frameAncestors(frameOrigins),
  ].join('; ');
}
