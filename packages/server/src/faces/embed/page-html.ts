import { escapeHtml } from '@orrery/kernel';
import { factsElement } from '../../pages/index.ts';

/** What a page in a frame knows of itself before it asks anything. */
export interface PageFacts {
  /** Path before `/api`, without a slash at the end; empty at the root. */
  readonly basePath: string;
  readonly frameOrigins: readonly string[];
  readonly page: 'dashboard' | 'chat';
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
