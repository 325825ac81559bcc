import { escapeHtml } from '@orrery/kernel';
import { factsElement } from '../../pages/index.ts';

/** The facts that a page in a frame has before its first request. */
export interface FramePageFacts {
  /** Path before `/api`, without a slash at the end; empty at the root. */
  readonly basePath: string;
  readonly frameOrigins: readonly string[];
  readonly page: 'dashboard' | 'chat';
  readonly publicId?: string;
  readonly deploymentId?: number;
}

interface PageParts {
  readonly facts: FramePageFacts;
  readonly names: ReadonlyMap<string, string>;
  readonly nonce: string;
}

/** Writes the shell of a page, which its scripts fill. The facts that they read about the page are data, not code. */
export function pageHtml({ facts, names, nonce }: PageParts): string {
  const assetOf = (name: string) => {
    const file = names.get(name);
    return file === undefined ? undefined : escapeHtml(`${facts.basePath}/embed/assets/${file}`);
  };
  const script = assetOf('frame.js');
  const styles = ['frame.css', ...(facts.page === 'chat' ? ['chat.css'] : [])].flatMap((name) => assetOf(name) ?? []);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta property="csp-nonce" nonce="${nonce}"><link rel="icon" href="data:,"><title>Orrery</title>
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
${factsElement(facts)}
<script type="module" src="${script}"></script></head>
<body><div id="orrery"></div><noscript>This page needs JavaScript.</noscript></body></html>
`;
}
