import Handlebars from 'handlebars';

/** The message of a page to the frame in which content of others runs. */
interface ShowMessage {
  readonly type: 'SHOW';
  /** HTML with expressions of Handlebars over `result`, and with scripts. */
  readonly template: string;
  /** The rows, which scripts read as `orrery.result`. */
  readonly result: unknown;
  readonly isDark?: boolean;
}

/**
 * Shows content of others, each in the place of the one before. The page that shows this one in a frame decides what it
 * is: here is nothing that would be worth protecting from it.
 */
function showContent(page: Window & { orrery?: { readonly result: unknown } }): void {
  const { document } = page;
  const tell = (message: object) => page.parent.postMessage(message, '*');
  const tellHeight = () => tell({ type: 'HEIGHT', height: document.documentElement.scrollHeight });
  const fail = (error: unknown) =>
    tell({ type: 'FAILED', text: error instanceof Error ? error.message : String(error) });
  const onMessage = ({ source, data }: MessageEvent<ShowMessage | undefined>) => {
    if (source === page.parent && data?.type === 'SHOW' && typeof data.template === 'string') show(data);
  };
  const show = ({ template, result, isDark = false }: ShowMessage) => {
    let html = '';
    try {
      html = Handlebars.compile(template)({ result });
    } catch (error) {
      fail(error);
    }
    page.orrery = { result };
    document.open(); // this also forgets all listeners
    page.addEventListener('message', onMessage);
    page.addEventListener('error', ({ message }) => fail(message));
    page.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
    document.write(`<!doctype html><style>${plainStyle(isDark)}</style>${html}`);
    document.close();
    new ResizeObserver(tellHeight).observe(document.documentElement);
    tellHeight();
  };
  forgetPeers(page);
  page.addEventListener('message', onMessage);
  tell({ type: 'READY' });
}

/** The look of content that sets nothing itself. */
function plainStyle(isDark: boolean): string {
  return `:root { color-scheme: ${isDark ? 'dark' : 'light'}; font: 14px/1.5 system-ui, sans-serif }`;
}

/** Browsers that know neither header against connections to peers at least have nothing to make them with. */
function forgetPeers(page: Window): void {
  for (const name of Object.getOwnPropertyNames(page)) {
    if (/^(?:webkit)?RTC/.test(name)) Object.defineProperty(page, name, { value: undefined, configurable: false });
  }
}

showContent(window);
