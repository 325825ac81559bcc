import type { HttpSettings } from '@orrery/config';
import { escapeHtml } from '@orrery/kernel';

/** What a page in a frame knows of itself before it asks anything. */
export interface PageFacts {
  /** Path before `/api`, without a slash at the end; empty at the root. */
  readonly basePath: string;
  readonly frameOrigins: readonly string[];
  readonly page: 'dashboard' | 'app';
  readonly publicId?: string;
  readonly deploymentId?: number;
}

interface PageParts {
  readonly facts: PageFacts;
  readonly names: ReadonlyMap<string, string>;
  readonly nonce: string;
}

/** The shell of a page: its scripts fill it. What they read about the page is data, not code. */
export function pageHtml({ facts, names, nonce }: PageParts): string {
  const assetOf = (name: string) => {
    const file = names.get(name);
    return file === undefined ? undefined : escapeHtml(`${facts.basePath}/embed/assets/${file}`);
  };
  const [script, style] = [assetOf('frame.js'), assetOf('frame.css')];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta property="csp-nonce" nonce="${nonce}"><title>Orrery</title>
${style === undefined ? '' : `<link rel="stylesheet" href="${style}">`}
<script type="application/json" id="orrery-page">${inScript(facts)}</script>
<script type="module" src="${script}"></script></head>
<body><div id="orrery"></div><noscript>This page needs JavaScript.</noscript></body></html>
`;
}

/** A page without script, for what has nothing to show. */
export function noticeHtml(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body></html>
`;
}

export function originsOf(frameOrigins: HttpSettings['frameOrigins']): readonly string[] {
  return frameOrigins === '*' ? ['*'] : frameOrigins;
}

/** Neither `</script>` nor `<!--` can end the element. */
function inScript(facts: PageFacts): string {
  return JSON.stringify(facts).replaceAll('<', '\\u003c');
}
