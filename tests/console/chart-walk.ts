import type { Page } from 'playwright-core';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import type { ConsoleService } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import type { Guarded } from './guarded-browser.ts';
import { Maker } from './maker.ts';

/** The way of a chart from Explore to a published dashboard and a frame, as the first admin goes it. */
export class ChartWalk implements AsyncDisposable {
  readonly guarded: Guarded;
  readonly page: Page;
  readonly explore: ExplorePage;
  readonly maker: Maker;

  private constructor(guarded: Guarded, page: Page, maker: Maker) {
    this.guarded = guarded;
    this.page = page;
    this.explore = new ExplorePage(page);
    this.maker = maker;
  }

  static async open(console: ConsoleService): Promise<ChartWalk> {
    const guarded = await console.admin();
    return new ChartWalk(guarded, await guarded.newPage(), new Maker(guarded, console.origin));
  }

  async save(name: string): Promise<void> {
    const { page } = this;
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page.getByText(`Saved as ${name}`).waitFor();
  }

  /** Puts a saved report on a dashboard, publishes and opens that. @returns the id in its address */
  async publish(name: string): Promise<string> {
    const { page } = this;
    const { workbookId } = await this.maker.workbook(`Workbook of ${name}`);
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    await page.getByRole('button', { name: 'Add chart' }).click();
    await page.getByRole('button', { name: `Add ${name}` }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByRole('region', { name }).waitFor();
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  }

  /** Opens a dashboard as a frame has it. */
  async framed(publicId: string): Promise<Page> {
    await keepBuilt('frames');
    const frame = await this.guarded.newPage();
    await frame.goto(`/embed/dashboard/${publicId}`);
    return frame;
  }

  /** Takes pictures in both schemes and two widths, for those who look at them: into the folder ORRERY_PICTURES. */
  async picture(name: string, of = this.page): Promise<void> {
    const folder = process.env['ORRERY_PICTURES'];
    if (folder === undefined) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await of.emulateMedia({ colorScheme });
      for (const width of [1440, 360]) {
        await of.setViewportSize({ width, height: 900 });
        await of.waitForTimeout(400);
        await of.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
      }
    }
    await of.emulateMedia({ colorScheme: 'light' });
    await of.setViewportSize({ width: 1440, height: 900 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.guarded[Symbol.asyncDispose]();
  }
}
