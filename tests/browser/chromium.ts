import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumProgram, forShortPages } from './program.ts';

/** Address that the protocol of the browser is spoken at. */
const listening = /DevTools listening on (ws:\S+)/;

export interface Browser {
  /** Opens a page in a profile of its own, with no cookies and nothing stored. */
  open(url: string): Promise<Page>;
  close(): Promise<void>;
}

/** A document: that of a page, or that of a frame of another site in it. */
export interface Frame {
  readonly url: string;
  /** Runs an expression in the document and waits for what it promises. */
  evaluate<T>(expression: string): Promise<T>;
}

export interface Page extends Frame {
  /** Frames of other sites than the page's. */
  readonly frames: readonly Frame[];
  /** Addresses of everything that the page and its frames asked for. */
  readonly requests: readonly string[];
  /** Texts of the consoles and of the browser's own log, refused frames and violated policies among them. */
  readonly console: readonly string[];
  /** Sends a command of the protocol to the page, for example `Emulation.setEmulatedMedia`. */
  send(method: string, parameters?: object): Promise<unknown>;
  /** Calls with what each event of the protocol says about the page, for example `Tracing.dataCollected`. */
  on(method: string, listen: (said: Readonly<Record<string, unknown>>) => void): void;
  close(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Record<string, never>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * Starts Chromium without a window, over the DevTools protocol.
 *
 * @param options With `isMeasured`, code is optimized as in other browsers
 */
export async function openChromium(options: { readonly isMeasured?: boolean } = {}): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'orrery-chromium-'));
  const child = spawn(
    chromiumProgram(),
    [
      ...(options.isMeasured === true ? [] : [forShortPages]),
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--site-per-process',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const socket = new WebSocket(await addressOf(child));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Chromium cannot be spoken to'));
  });
  const wire = new Wire(socket);
  return {
    open: (url) => openPage(wire, url),
    close: async () => {
      const gone = new Promise((resolve) => child.once('close', resolve));
      wire.send('Browser.close').catch(() => undefined); // the connection ends before the answer
      await gone;
      socket.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Chromium did not start: ${said}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 10_000) said += text;
      const address = listening.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

type Listener = (reply: Reply) => void;

/** Commands and events of the protocol. */
class Wire {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly listeners = new Set<Listener>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply; // the protocol's form
      if (reply.id === undefined) for (const listener of this.listeners) listener(reply);
      else this.#waiting.get(reply.id)?.(reply);
    };
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const id = (this.#last += 1);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
    });
  }
}

const attaching = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

async function openPage(wire: Wire, url: string): Promise<Page> {
  const { browserContextId } = (await wire.send('Target.createBrowserContext')) as { browserContextId: string };
  const { targetId } = (await wire.send('Target.createTarget', { url: 'about:blank', browserContextId })) as {
    targetId: string;
  };
  const { sessionId } = (await wire.send('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string;
  };
  const [requests, console]: [string[], string[]] = [[], []];
  const frames = new Map<string, Frame>();
  const sessions = new Set([sessionId]);
  const asked: { readonly method: string; listen(said: Readonly<Record<string, unknown>>): void }[] = [];

  const listen: Listener = ({ method, sessionId: from = '', params = {} }) => {
    if (!sessions.has(from)) return;
    const said = params as Record<string, unknown>;
    for (const each of asked) if (from === sessionId && each.method === method) each.listen(said);
    if (method === 'Target.attachedToTarget') {
      const { sessionId: child, targetInfo } = said as { sessionId: string; targetInfo: { url: string; type: string } };
      sessions.add(child);
      if (targetInfo.type === 'iframe')
        frames.set(
          child,
          frameOf(wire, child, () => frameUrls.get(child) ?? ''),
        );
      prepare(wire, child).catch(() => undefined); // it may be gone already
    } else if (method === 'Target.detachedFromTarget') {
      frames.delete((said as { sessionId: string }).sessionId);
    } else if (method === 'Page.frameNavigated') {
      const { frame } = said as { frame: { url: string; parentId?: string } };
      if (from !== sessionId) frameUrls.set(from, frame.url);
      else if (frame.parentId === undefined) frameUrls.set(from, frame.url);
    } else if (method === 'Network.requestWillBeSent') {
      requests.push((said as { request: { url: string } }).request.url);
    } else if (method === 'Runtime.consoleAPICalled') {
      const { args } = said as { args: readonly { value?: unknown; description?: string }[] };
      console.push(args.map(({ value, description }) => String(value ?? description)).join(' '));
    } else if (method === 'Runtime.exceptionThrown') {
      const { exceptionDetails } = said as { exceptionDetails: { exception?: { description?: string } } };
      console.push(String(exceptionDetails.exception?.description));
    } else if (method === 'Log.entryAdded') {
      console.push((said as { entry: { text: string } }).entry.text);
    }
  };
  const frameUrls = new Map<string, string>();
  wire.listeners.add(listen);
  await prepare(wire, sessionId);
  const loaded = new Promise<void>((resolve) => {
    const once: Listener = (reply) => {
      if (reply.method !== 'Page.loadEventFired' || reply.sessionId !== sessionId) return;
      wire.listeners.delete(once);
      resolve();
    };
    wire.listeners.add(once);
  });
  await wire.send('Page.navigate', { url }, sessionId);
  await loaded;
  const own = frameOf(wire, sessionId, () => frameUrls.get(sessionId) ?? url);
  return {
    get url() {
      return own.url;
    },
    evaluate: (expression) => own.evaluate(expression),
    get frames() {
      return [...frames.values()];
    },
    requests,
    console,
    send: (method, parameters) => wire.send(method, parameters, sessionId),
    on: (method, listen) => void asked.push({ method, listen }),
    close: async () => {
      wire.listeners.delete(listen);
      await wire.send('Target.disposeBrowserContext', { browserContextId });
    },
  };
}

async function prepare(wire: Wire, sessionId: string): Promise<void> {
  const domains = ['Page.enable', 'Runtime.enable', 'Log.enable', 'Network.enable'];
  await Promise.all([
    ...domains.map((domain) => wire.send(domain, {}, sessionId).catch(() => undefined)), // workers have fewer
    wire.send('Target.setAutoAttach', attaching, sessionId),
  ]);
  await wire.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
}

function frameOf(wire: Wire, sessionId: string, urlOf: () => string): Frame {
  return {
    get url() {
      return urlOf();
    },
    evaluate: async <T>(expression: string): Promise<T> => {
      const parameters = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
      const { result, exceptionDetails } = (await wire.send('Runtime.evaluate', parameters, sessionId)) as {
        result: { value?: T };
        exceptionDetails?: { exception?: { description?: string } };
      };
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the expression threw');
      return result.value as T; // as the test says
    },
  };
}
