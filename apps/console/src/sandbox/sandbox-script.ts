/** The message of a page to the frame in which content of others runs. */
interface Content {
  readonly type: 'SHOW';
  /** HTML, with scripts. */
  readonly html: string;
  /** The rows that its scripts read, as `orrery.data`. */
  readonly data: unknown;
}

/**
 * Shows content of others, each in the place of the one before. The page that shows this one in a frame decides what it
 * is: here is nothing that would be worth protecting from it.
 */
function showContent(page: Window & { orrery?: { readonly data: unknown } }): void {
  const { document } = page;
  const tellHeight = () =>
    page.parent.postMessage({ type: 'HEIGHT', height: document.documentElement.scrollHeight }, '*');
  const onMessage = ({ source, data }: MessageEvent<Content | undefined>) => {
    if (source === page.parent && data?.type === 'SHOW' && typeof data.html === 'string') show(data);
  };
  const show = ({ html, data }: Content) => {
    page.orrery = { data };
    document.open(); // this also forgets all listeners
    page.addEventListener('message', onMessage);
    document.write(html);
    document.close();
    new ResizeObserver(tellHeight).observe(document.documentElement);
    tellHeight();
  };
  forgetPeers(page);
  page.addEventListener('message', onMessage);
  page.parent.postMessage({ type: 'READY' }, '*');
}

/** Browsers that know neither header against connections to peers at least have nothing to make them with. */
function forgetPeers(page: Window): void {
  for (const name of Object.getOwnPropertyNames(page)) {
    if (/^(?:webkit)?RTC/.test(name)) Object.defineProperty(page, name, { value: undefined, configurable: false });
  }
}

showContent(window);
