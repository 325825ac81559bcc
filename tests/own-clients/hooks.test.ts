import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtScript } from '../browser/built-script.ts';
import { openChromium } from '../browser/chromium.ts';
import { eventually } from '../eventually.ts';
import { serveProject } from '../serve-project.ts';

it('shows rows, the model, changes of rows, and answers of its client alone in a page', async () => {
  const project = await mkdtemp(join(tmpdir(), 'orrery-hooks-'));
  await cp(join(import.meta.dirname, '../client-project'), project, { recursive: true });
  const served = await serveProject(project);
  const browser = await openChromium();
  try {
    const page = await browser.open(`${served.origin}/livez`);
    const given = { apiUrl: `${served.origin}/cubejs-api/v1`, token: served.token, process: { env: {} } };
    const script = await builtScript('tests/own-clients/hooks-program.ts');
    await page.evaluate(
      `document.body.replaceChildren(); Object.assign(globalThis, ${JSON.stringify(given)}); import(URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: 'text/javascript' }))).then(() => 1)`,
    );
    const text = (id: string) => page.evaluate<string>(`document.getElementById('${id}')?.textContent ?? ''`);
    const shows = (id: string, expected: string) =>
      eventually(async () => expect([id, await text(id)]).toEqual([id, expected]));
    await shows('rows', 'completed=2,new=2,null=1');
    await shows('refused', 'query.unknown-member');
    await shows('cubes', 'orders_view');
    await shows('watched', '5');
    const file = join(project, 'model/orders.yml');
    const model = await readFile(file, 'utf8');
    await writeFile(
      file,
      model.replace('(5, NULL,', "(6, 'new', TIMESTAMP '2024-02-11 12:00:00', NULL, 1.00, NULL),\n        (5, NULL,"),
    );
    await shows('watched', '6');
    await page.evaluate("document.getElementById('change').click()");
    await shows('watched', '9007199254741025.75');

    const click = (id: string) => page.evaluate(`document.getElementById('${id}').click()`);
    await shows('progressed', 'orders.count first');
    await click('second');
    await shows('progressed', 'orders.total_amount nothing');

    await shows('lazy', 'undefined ');
    await click('load');
    await shows('lazy', '1 ann');
    await click('load'); // its answer does not grow old
    await click('next');
    await shows('lazy', 'undefined ann');
    await click('load');
    await shows('lazy', '1 ann,ben');
  } finally {
    await browser.close();
    await served.close();
    await rm(project, { recursive: true, force: true });
  }
});
