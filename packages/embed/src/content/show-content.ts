import type { TemplateResult } from './template-result.ts';

interface SandboxedContent {
  /** HTML with expressions over `result`. Its authors need not be trusted. */
  readonly template: string;
  readonly result: TemplateResult;
  readonly isDark: boolean;
}

export interface ContentPlace {
  /** Address of the page that content of others runs in. */
  readonly address: string;
  /** Name of the frame for people who cannot see it. */
  readonly title: string;
  /** Receives what is wrong with the template or its scripts; `undefined` when it is shown. */
  readonly onFault: (text: string | undefined) => void;
}

export interface ShownContent {
  readonly frame: HTMLIFrameElement;
  show(content: SandboxedContent): void;
  destroy(): void;
}

const longestFault = 500;
/** Time from the end of loading until the page must have said that it listens. */
const silenceMs = 2_000;
const noPage =
  'This chart is HTML, and the page that shows HTML of others did not load here. Ask the people who run this server.';

/**
 * Shows content of others in a frame that has no origin, no storage and no way out. It gets rows, and never a token; nothing
 * that it says is more than a text.
 */
export function showContent({ address, title, onFault }: ContentPlace): ShownContent {
  const frame = document.createElement('iframe');
  frame.className = 'orrery-content';
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts');
  let isReady = false;
  let shown: SandboxedContent | undefined;
  const send = () => {
    if (!isReady || !shown) return;
    onFault(undefined);
    frame.contentWindow?.postMessage({ type: 'SHOW', ...shown }, '*'); // its origin is one that nobody can name
  };
  const onMessage = ({ source, data }: MessageEvent<{ readonly type?: unknown; readonly text?: unknown } | null>) => {
    if (source === null || source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    if (data.type === 'READY') {
      isReady = true;
      clearTimeout(silence);
      send();
    }
    if (data.type === 'FAILED') onFault(String(data.text).slice(0, longestFault));
  };
  // Nothing else tells that the page is not there: a frame without an origin cannot be looked into.
  let silence: ReturnType<typeof setTimeout> | undefined;
  frame.addEventListener('load', () => {
    clearTimeout(silence);
    if (!isReady) silence = setTimeout(() => onFault(noPage), silenceMs);
  });
  addEventListener('message', onMessage);
  frame.src = address;
  return {
    frame,
    show: (content) => {
      shown = content;
      send();
    },
    destroy: () => {
      removeEventListener('message', onMessage);
      clearTimeout(silence);
      frame.remove();
    },
  };
}
