import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import type { Guarded } from './guarded-browser.ts';
import { type Json, Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  guarded = await console.admin();
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

/** Charts, numbers and tables, each with a question of its own. */
const kinds = [
  ...Array.from({ length: 8 }, () => 'kpi'),
  ...Array.from({ length: 18 }, () => undefined),
  ...Array.from({ length: 4 }, () => 'table'),
] as const;

function questionOf(kind: (typeof kinds)[number], index: number): Json {
  const limit = 100 + index;
  return kind === 'kpi' ? { measures: ['sales.amount'], limit } : { ...byCity, limit };
}

const byCity = { measures: ['sales.amount'], dimensions: ['sales.city'] };

/** Counts how often React renders each tile, as its tools for developers do. */
function countRenders(): void {
  interface Fiber {
    readonly flags: number;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly return: Fiber | null;
    readonly stateNode: unknown;
  }
  const hasRendered = 1; // the flag `PerformedWork` of React 19
  const seen = new WeakMap<Element, Fiber>();
  const renders = new WeakMap<Element, number>();
  const onCommitFiberRoot = (_: unknown, { current }: { readonly current: Fiber }) => {
    const open: Fiber[] = [current];
    for (let each = open.pop(); each; each = open.pop()) {
      if (each.child) open.push(each.child);
      if (each.sibling) open.push(each.sibling);
      const { stateNode: tile, return: component } = each;
      if (!(tile instanceof Element) || !tile.matches('.chart-tile') || !component) continue;
      if (seen.get(tile) !== component && component.flags & hasRendered)
        renders.set(tile, (renders.get(tile) ?? 0) + 1);
      seen.set(tile, component);
    }
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot,
      onCommitFiberUnmount() {},
    },
    rendersOfTiles: () => [...document.querySelectorAll('.chart-tile')].map((tile) => renders.get(tile) ?? 0),
  });
}

/** With its place, when the rights to the workbook are known, when it comes near, and with its rows. */
const mostRenders = 4;

it('a dashboard of thirty tiles asks once for all their rows, for no meta, and renders each for its own', async () => {
  const maker = new Maker(guarded, console.origin);
  const { workbookId, report } = await maker.workbook('Thirty');
  const widgets: Json[] = [];
  for (const [index, kind] of kinds.entries()) {
    const jsonQuery = JSON.stringify(questionOf(kind, index));
    const reportId = await report(`Tile ${index}`, {
      jsonQuery,
      ...(kind ? { meta: { visualization: { kind } } } : {}),
    });
    const position = { x: (index % 3) * 4, y: Math.floor(index / 3) * 8, w: 4, h: 8 };
    widgets.push({ id: `tile-${index}`, type: 'CHART', position, config: { reportId } });
  }
  const publicId = await maker.publish(workbookId, widgets);

  const page = await guarded.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(?:data|meta|load|load-each)$/.test(pathname)) asked.push(pathname);
  });
  await page.addInitScript(countRenders);
  const tiles = page.locator('.chart-tile');
  const drawn = page.locator('.chart-tile :is(.orrery-chart-picture svg, .orrery-kpis, [role=grid])');
  await page.goto(`/dashboards/${publicId}`);
  await expect.poll(() => page.locator('.chart-tile[aria-busy=false]').count()).toBe(30);
  // Tiles far below are drawn when they come near, and ask nothing then.
  await drawn.first().waitFor();
  expect(await drawn.count()).toBeLessThan(30);
  for (const tile of await tiles.all()) await tile.scrollIntoViewIfNeeded();
  await expect.poll(() => drawn.count()).toBe(30);
  const renders = await page.evaluate<number[]>('rendersOfTiles()');
  expect(Math.min(...renders)).toBeGreaterThan(0);
  expect(Math.max(...renders)).toBeLessThanOrEqual(mostRenders);
  expect(asked).toEqual([`/api/v1/embed/dashboard/${publicId}/data`]);
});
