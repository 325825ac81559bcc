import type { Preferences } from '@orrery/contract';
import { escapeHtml } from '@orrery/kernel';
import { factsElement } from '../../pages/index.ts';
import type { ConsoleBuild, ConsolePage } from './console-build.ts';
import type { Language } from './language-of.ts';

/** The facts that a page has before its first request. */
export interface ShellFacts {
  /** Path of the public address, without a slash at the end; empty at the root. */
  readonly basePath: string;
  /** The public address as it was set, with its path; absent: none was. */
  readonly publicUrl?: string;
  /** Path of the Data API below a deployment: `cubejs-api`. */
  readonly dataPath: string;
  /** Whether this server can sign somebody in by the key that it has printed. */
  readonly hasStartKey: boolean;
  /** The port for clients of PostgreSQL; absent: it is off. */
  readonly sqlPort?: {
    readonly port: number;
    readonly hasTls: boolean;
  };
  /** Present in a frame of somebody else's page, where the application is of a viewer in creator mode. */
  readonly app?: {
    readonly deploymentId: number;
    readonly frameOrigins: readonly string[];
  };
}

interface ShellParts {
  readonly facts: ShellFacts;
  readonly nonce: string;
  readonly language: Language;
  readonly theme: Preferences['theme'];
  readonly build: Pick<ConsoleBuild, 'script' | 'icon' | 'fonts'>;
  readonly files: Pick<ConsolePage, 'scripts' | 'styles'>;
}

/** The HTML of every page: its scripts fill it. The theme is known before anything is painted. */
export function shellHtml({ facts, nonce, language, theme, build, files }: ShellParts): string {
  const at = (file: string) => escapeHtml(`${facts.basePath}/assets/${file}`);
  const links = [
    `<link rel="icon" type="image/svg+xml" href="${at(build.icon)}">`,
    ...build.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${at(file)}">`),
    ...files.styles.map((file) => `<link rel="stylesheet" href="${at(file)}">`),
    ...files.scripts.map((file) => `<link rel="modulepreload" href="${at(file)}">`),
  ];
  return `<!doctype html>
<html lang="${language}"${theme === 'system' ? '' : ` data-theme="${theme}"`}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta property="csp-nonce" nonce="${nonce}"><title>Orrery</title>
${links.join('\n')}
${factsElement(facts)}
<script type="module" src="${at(build.script)}"></script></head>
<body><div id="orrery"></div><noscript>This page needs JavaScript.</noscript></body></html>
`;
}
