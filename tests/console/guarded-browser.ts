import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumProgram, forShortPages } from '../browser/program.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Chromium does not know this directive of the standard, which pages for content of others have for other browsers. */
const unknownDirective = "Unrecognized Content-Security-Policy directive 'webrtc'.";

/** Chromium's own sentence for an answer without success, which some tests ask for. */
const refusedResource = /^Failed to load resource: the server responded with a status of (\d+)/;

export interface GuardedOptions extends BrowserContextOptions {
  /** Statuses that the test asks for. */
  readonly statuses?: readonly number[];
  /** What the test makes happen. */
  readonly expected?: RegExp;
  /** For tests that move the clock of pages: it belongs to the whole context, which no other test gets then. */
  readonly changesClock?: boolean;
}

/** It ends what hangs; a machine that is busy with something else is slow, and nothing is wrong with that. */
const waitMs = 120_000;

/** Contexts that nobody uses, by their options. Files that one has loaded and compiled stay with it. */
const unused = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** Pages of one person in one browser. What no page may do is collected, whichever page does it. */
export class Guarded implements AsyncDisposable {
  readonly #faults: string[] = [];
  readonly context: BrowserContext;
  /** Takes the context back when its pages are closed. */
  readonly #leave: () => Promise<void>;

  private constructor(context: BrowserContext, leave: () => Promise<void>) {
    this.context = context;
    this.#leave = leave;
  }

  static async open(browser: Browser, origin: string, options: GuardedOptions = {}): Promise<Guarded> {
    const { statuses = [], expected, changesClock = false, ...rest } = options;
    const settings = {
      baseURL: origin,
      locale: 'en-GB',
      reducedMotion: 'reduce' as const,
      viewport: { width: 1440, height: 900 },
      ...rest,
    };
    const key = JSON.stringify(settings);
    const pool = unused.get(browser) ?? new Map<string, BrowserContext[]>();
    unused.set(browser, pool);
    const context = (changesClock ? undefined : pool.get(key)?.pop()) ?? (await newContext(browser, settings));
    const note = (fault: string) => {
      if (expected?.test(fault) !== true) guarded.#faults.push(fault);
    };
    const watch = (page: Page) => guarded.#watch(page, { origin, statuses, note });
    const guarded = new Guarded(context, async () => {
      if (changesClock) return context.close();
      await Promise.all(context.pages().map((page) => page.close()));
      context.off('page', watch);
      await context.setStorageState({ cookies: [], origins: [] });
      pool.set(key, [...(pool.get(key) ?? []), context]);
    });
    context.on('page', watch);
    return guarded;
  }

  #watch(
    page: Page,
    {
      origin,
      statuses,
      note,
    }: { readonly origin: string; readonly statuses: readonly number[]; note(fault: string): void },
  ): void {
    page.on('console', (message) => {
      const text = message.text();
      const status = Number(refusedResource.exec(text)?.[1]);
      const isExpected = text === unknownDirective || statuses.includes(status);
      if (message.type() === 'error' && !isExpected) note(`console: ${text}`);
    });
    page.on('pageerror', (error) => note(`uncaught: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') note(`asked ${url.href}`);
    });
    page.on('response', (response) => {
      const isExpected = response.status() < 500 || statuses.includes(response.status());
      if (!isExpected) note(`${response.status()} of ${response.url()}`);
    });
    page.on('requestfailed', (request) => {
      const text = request.failure()?.errorText ?? '';
      if (!text.includes('ERR_ABORTED')) note(`${text} of ${request.url()}`);
    });
  }

  newPage(): Promise<Page> {
    return this.context.newPage();
  }

  /** Nothing happened that no page may do. */
  expectQuiet(): void {
    expect(this.#faults.splice(0)).toEqual([]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#leave();
    this.expectQuiet();
  }
}

async function newContext(browser: Browser, settings: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(settings);
  context.setDefaultTimeout(waitMs);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy violated: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return context;
}

export function openBrowser(): Promise<Browser> {
  const args = [forShortPages, '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: chromiumProgram(), args });
}

/** What axe finds on the page as it is. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }; // of the line above
    const { violations } = await axe.run(document, { runOnly: tags });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }, standards);
}
