import type { Locator, Page } from 'playwright-core';

interface State {
  readonly [key: string]: unknown;
}

/** The page Explore, by the words that people see. */
export class ExplorePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens an exploration by its address. */
  async open(state: State = {}): Promise<void> {
    await this.page.goto(addressOf(state));
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  get members(): Locator {
    return this.page.getByRole('listbox', { name: 'Members' });
  }

  member(name: string): Locator {
    return this.members.getByRole('option', { name, exact: true });
  }

  /** The picture of the answer, once it is drawn. */
  get picture(): Locator {
    return this.page.getByRole('application').locator('svg');
  }

  get table(): Locator {
    return this.page.getByRole('grid');
  }

  async view(name: string): Promise<void> {
    await this.choose('View', name);
  }

  /** Chooses one of several. */
  async choose(label: string, option: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).first().click();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  /** The rows of the table, as texts. */
  async rows(): Promise<readonly (readonly string[])[]> {
    await this.table.waitFor();
    return this.table.evaluate((grid) =>
      [...grid.querySelectorAll('.orrery-grid-body [role="row"]')].map((row) =>
        [...row.children].map((cell) => cell.textContent ?? ''),
      ),
    );
  }

  /** What stands in the address. */
  state(): State {
    const { searchParams } = new URL(this.page.url());
    return Object.fromEntries([...searchParams].map(([key, value]) => [key, parsed(value)]));
  }
}

function addressOf(state: State): string {
  const parts = Object.entries(state).map(
    ([key, value]) => `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `/explore?${parts.join('&')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
