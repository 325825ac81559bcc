import type { BodyLook } from '../body/index.ts';
import type { Server } from './ask-server.ts';
import { dressDashboard } from './dress-dashboard.ts';
import { dressPage, logoOf, type Looks } from './dress-page.ts';
import { openTheme } from './theme.ts';

interface FrameLookInput {
  readonly page: Window;
  readonly root: HTMLElement;
  readonly basePath: string;
  /** Called after the page has another scheme. */
  readonly onScheme: () => void;
}

interface DressedDashboard {
  readonly root: HTMLElement;
  readonly theme: unknown;
}

/** The look of a page in a frame: that of the account and the session, and the theme of a dashboard on top. */
export class FrameLook {
  readonly theme: ReturnType<typeof openTheme>;
  readonly #input: FrameLookInput;
  #looks: Looks = {};
  #dashboard: DressedDashboard | undefined;
  #isDark = false;

  constructor(input: FrameLookInput) {
    this.#input = input;
    this.theme = openTheme(input.page, () => {
      this.#dress();
      input.onScheme();
    });
  }

  /** Reads the theme of the account, and the look of the session over it. */
  async read(server: Server, hasSession: boolean): Promise<void> {
    const [app, own] = await Promise.all([
      server.json<{ readonly appTheme: unknown }>('/app-config'),
      hasSession ? server.json<{ readonly embedTheme: unknown }>('/users/embed-theme') : undefined,
    ]);
    this.#looks = { ...(app.ok ? app.body : {}), ...(own?.ok ? own.body : {}) };
    this.#dress();
  }

  /** Takes the theme of the dashboard that is shown; `undefined`: none is shown any more. */
  wear(dashboard: DressedDashboard | undefined): void {
    this.#dashboard = dashboard;
    if (dashboard) this.#dress();
  }

  /** The look of what is drawn in tiles. */
  body(): BodyLook {
    const { page, basePath } = this.#input;
    const locale = new URLSearchParams(page.location.search).get('locale') ?? undefined;
    return {
      contentAddress: `${basePath}/embed/sandbox`,
      isDark: this.#isDark,
      locale: isLocale(locale) ? locale : undefined,
    };
  }

  get logo(): string | undefined {
    return logoOf(this.#looks.appTheme, this.theme.isDark);
  }

  #dress(): void {
    const { root } = this.#input;
    root.removeAttribute('style');
    this.#isDark = dressPage(root, this.#looks, this.theme.isDark);
    if (this.#dashboard) this.#isDark = dressDashboard(this.#dashboard.root, this.#dashboard.theme, this.#isDark);
  }
}

function isLocale(text: string | undefined): boolean {
  try {
    return text !== undefined && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
