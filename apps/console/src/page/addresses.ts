import { facts } from './facts.ts';

/** Address of a page or a file, below the path of the public address. */
export function addressOf(path: string): string {
  return `${facts.basePath}${path}`;
}

/** Address of a page that is shown to strangers, which keeps the account that the sign-in is for. */
export function startPageAt(path: '/sign-in' | '/forgot-password', account: string | null | undefined): string {
  return addressOf(account ? `${path}?account=${encodeURIComponent(account)}` : path);
}

/** Address of a page for somebody outside of it: the public one, where the server knows it. */
export function publicAddressOf(path: string): string {
  return facts.publicUrl === undefined ? `${location.origin}${addressOf(path)}` : `${facts.publicUrl}${path}`;
}

/** Path that all pages of the application are below. */
export const pagesPath = facts.app ? `${facts.basePath}/embed/d/${facts.app.deploymentId}/app` : facts.basePath;

/** Path of the page that is open, as `pages.ts` writes it. */
export function openPath(): string {
  const path = location.pathname.slice(pagesPath.length);
  return path.length > 1 ? path.replace(/\/$/, '') : '/';
}

/**
 * Where somebody goes after signing in: the page in `next`, if it is one of ours, else the first one.
 *
 * @param next as in the address, so that it may come from anybody
 */
export function addressAfter(next: string | null): string {
  const first = addressOf('/');
  if (next === null || !next.startsWith('/')) return first;
  const url = URL.parse(next, location.origin);
  const isOwn = url?.origin === location.origin && !next.startsWith('//') && !next.includes('\\');
  return isOwn ? addressOf(`${url.pathname}${url.search}`) : first;
}
