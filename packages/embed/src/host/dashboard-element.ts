import { themes } from '../protocol/index.ts';
import { type EmbeddedDashboard, embedDashboard } from './embed-dashboard.ts';
import type { FetchSession } from './session-renewal.ts';

/** The folder above that of this script, where the server is. */
const ownServer = new URL('../', import.meta.url).href;
const observed = ['base-url', 'public-id', 'deployment-id', 'session-url', 'theme', 'height', 'locale', 'title'];

/**
 * `<orrery-dashboard public-id="..." session-url="/orrery-session">`. The host's own `session-url` answers a POST with
 * `{ "sessionId": "..." }`; without it, and without `fetchSession`, the viewer signs in inside of the frame. Messages
 * of the frame arrive as events: `FILTERS_CHANGED` as `filters-changed`, its payload as `detail`.
 */
export class DashboardElement extends HTMLElement {
  static readonly observedAttributes = observed;
  /** Takes the place of `session-url` when it is set before the element is connected. */
  fetchSession: FetchSession | undefined;
  /** The dashboard that the element controls; absent while the element is not in a page. */
  dashboard: EmbeddedDashboard | undefined;
  /** Browsers report the attributes of an element in a page before they connect it. */
  #hasBegun = false;
  #isRestarting = false;

  connectedCallback(): void {
    this.#hasBegun = true;
    const [baseUrl, publicId, deploymentId, sessionUrl, theme, height, locale, title] = observed.map(
      (name) => this.getAttribute(name) ?? undefined,
    );
    if (publicId === undefined || this.dashboard) return;
    this.style.display ||= 'block';
    this.dashboard = embedDashboard({
      baseUrl: baseUrl ?? ownServer,
      publicId,
      deploymentId: deploymentId === undefined ? undefined : Number(deploymentId),
      container: this,
      fetchSession: this.fetchSession ?? (sessionUrl === undefined ? undefined : () => sessionFrom(sessionUrl)),
      theme: themes.find((known) => known === theme),
      height: height === undefined || height === 'fill' || height === 'content' ? height : Number(height),
      locale,
      title,
      onEvent: ({ type, payload }) =>
        this.dispatchEvent(new CustomEvent(type.toLowerCase().replaceAll('_', '-'), { detail: payload })),
    });
  }

  disconnectedCallback(): void {
    this.#hasBegun = false;
    this.dashboard?.destroy();
    this.dashboard = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.#hasBegun || before === value) return;
    const theme = themes.find((known) => known === value);
    if (name === 'theme' && this.dashboard) return theme && this.dashboard.setTheme(theme);
    this.#restartSoon();
  }

  /** Starts again once for all attributes that are set together, with one session. */
  #restartSoon(): void {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    queueMicrotask(() => {
      this.#isRestarting = false;
      if (!this.#hasBegun) return;
      this.disconnectedCallback();
      this.connectedCallback();
    });
  }
}

async function sessionFrom(url: string): Promise<{ readonly sessionId: string }> {
  const answer = await fetch(url, { method: 'POST' });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.json();
}
