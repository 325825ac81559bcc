import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import bodyStyle from '../body/body.css';
import chatStyle from '../frame/chat/chat.css';
import frameStyle from '../frame/frame.css';
import kpiStyle from '../kpi/kpi.css';
import ownStyle from './react.css';
import type { Theme } from '../protocol/index.ts';

/** How a part looks in the page of others. Its colours are the `--orrery-` properties around it, where there are some. */
export interface LookProps {
  /** The scheme of colours. By default `auto`: that of the device. */
  readonly theme?: Theme | undefined;
  /** BCP 47: of numbers and dates. */
  readonly locale?: string | undefined;
  readonly className?: string | undefined;
}

interface ShadowPlaceProps extends Pick<LookProps, 'className'> {
  readonly isDark: boolean;
  readonly isBusy?: boolean | undefined;
  readonly containerRef?: RefObject<HTMLDivElement | null> | undefined;
  /** Shows something in it; the same function as long as the same is shown. @returns a function that ends it */
  readonly show: (root: HTMLElement) => () => void;
}

/**
 * An element with a tree of its own inside: styles of the page do not reach into it, and its own reach nothing else. They are
 * no `<style>` elements, so that the strictest policy of a page lets them be.
 */
export function ShadowPlace({ isDark, isBusy = false, className, containerRef, show }: ShadowPlaceProps) {
  const own = useRef<HTMLDivElement>(null);
  const host = containerRef ?? own;
  useEffect(() => (host.current ? show(rootIn(host.current)) : undefined), [host, show]);
  return <div ref={host} className={className} data-theme={isDark ? 'dark' : 'light'} aria-busy={isBusy} />;
}

let sheet: CSSStyleSheet | undefined;

/** React mounts components twice while developing, and an element has one tree for good. */
function rootIn(host: HTMLElement): HTMLElement {
  const known = host.shadowRoot?.getElementById('orrery');
  if (known) return known;
  const tree = host.attachShadow({ mode: 'open' });
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(`${bodyStyle}\n${kpiStyle}\n${frameStyle}\n${chatStyle}\n${ownStyle}`);
  }
  tree.adoptedStyleSheets = [sheet];
  const root = document.createElement('div');
  root.id = 'orrery';
  tree.append(root);
  return root;
}

const dark = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void): () => void {
  const preference = matchMedia(dark);
  preference.addEventListener('change', listener);
  return () => preference.removeEventListener('change', listener);
}

export function useIsDark(theme: Theme = 'auto'): boolean {
  const isPreferred = useSyncExternalStore(
    subscribe,
    () => matchMedia(dark).matches,
    () => false,
  );
  return theme === 'auto' ? isPreferred : theme === 'dark';
}
