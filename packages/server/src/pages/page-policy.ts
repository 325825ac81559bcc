import type { HttpSettings } from '@orrery/config';

/** Says which pages may show ours in a frame; other origins than these see nothing. */
export function frameAncestors(frameOrigins: HttpSettings['frameOrigins']): string {
  return `frame-ancestors ${frameOrigins === '*' ? '*' : frameOrigins.join(' ')}`;
}

/** Lists the origins in the form in which pages in frames read them, to know which messages to accept. */
export function originsOf(frameOrigins: HttpSettings['frameOrigins']): readonly string[] {
  return frameOrigins === '*' ? ['*'] : frameOrigins;
}

/** Fonts of the theme of an account come from anywhere. */
export const themeFonts = "'self' https:";

interface PolicyParts {
  /** The nonce of styles that libraries make while they run. */
  readonly nonce: string;
  /** A `frame-ancestors` directive. */
  readonly ancestors: string;
  /** Where fonts come from; this server unless given. */
  readonly fonts?: string;
}

/**
 * Policy of a page: its scripts and styles come from this server, it sends requests nowhere else, and texts never become
 * markup, because the only policy of trusted types refuses them. Pictures of people come from anywhere. That frames in
 * it show only pages of this server also keeps frames with content of others from leading elsewhere.
 */
export function pagePolicy({ nonce, ancestors, fonts = "'self'" }: PolicyParts): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    `font-src ${fonts}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    ancestors,
  ].join('; ');
}
