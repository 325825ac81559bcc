import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { eventually } from '../../eventually.ts';
import { type ServedProject, serveProject } from '../../serve-project.ts';

const folder = import.meta.dirname;
await installClients(join(folder, '..'));
await installClients(folder);

type Program = typeof import('./program.ts');

/** The public client for Angular, unmodified, injected by Angular, against a served project. */
let served: ServedProject;
let program: Program;
const built = mkdtempSync(join(tmpdir(), 'orrery-angular-'));
beforeAll(async () => {
  served = await serveProject(join(folder, '../../client-project'));
  program = await bundled();
});
afterAll(async () => {
  await served?.close();
  rmSync(built, { recursive: true, force: true });
});

/** Its modules are written for bundlers: they import a folder. */
async function bundled(): Promise<Program> {
  const made = await rolldown({ cwd: folder, input: join(folder, 'program.ts'), platform: 'node' });
  const { output } = await made.generate({ format: 'esm' });
  await made.close();
  const file = join(built, 'program.mjs');
  writeFileSync(file, output[0].code);
  return (await import(pathToFileURL(file).href)) as Program;
}

const count = { measures: ['orders.count'] };
const config = () => ({ token: served.token, options: { apiUrl: `${served.origin}/cubejs-api/v1` } });

describe('@cubejs-client/ngx', () => {
  it('CubeClient loads, describes and refuses over its observables', async () => {
    const { clientOf, firstValueFrom } = program;
    const client = clientOf(config());
    expect((await firstValueFrom(client.load(count))).rawData()).toEqual([{ 'orders.count': '5' }]);
    expect((await firstValueFrom(client.sql(count))).sql()).toMatch(/^SELECT/);
    expect((await firstValueFrom(client.dryRun(count))).queryType).toBe('regularQuery');
    expect((await firstValueFrom(client.meta())).cubes.map(({ name }) => name)).toContain('orders');
    await expect(firstValueFrom(client.load({ measures: ['orders.nothing'] }))).rejects.toMatchObject({ status: 400 });
  });

  it('CubeClient is ready when its token is there, and watches queries that change', async () => {
    const { clientOf, BehaviorSubject, Subject } = program;
    const tokens = new Subject<ReturnType<typeof config>>();
    const client = clientOf(tokens);
    expect(client.ready$.getValue()).toBe(false);
    tokens.next(config());
    expect(client.ready$.getValue()).toBe(true);
    const queries = new BehaviorSubject<object>(count);
    const rows: unknown[] = [];
    const watching = clientOf(config())
      .watch(queries)
      .subscribe((result) => rows.push(result.rawData()));
    await eventually(() => expect(rows).toEqual([[{ 'orders.count': '5' }]]));
    queries.next({ ...count, segments: ['orders.completed'] });
    await eventually(() => expect(rows[1]).toEqual([{ 'orders.count': '2' }]));
    watching.unsubscribe();
  });

  it('QueryBuilderService offers the members of the model, and builds a query from them', async () => {
    const { builderOf, clientOf, firstValueFrom } = program;
    const client = clientOf(config());
    const builder = builderOf(client);
    const { measures, timeDimensions, segments } = await builder.builderMeta;
    expect(measures.map(({ name }) => name)).toContain('orders.total_amount');
    expect(timeDimensions.map(({ name }) => name)).toEqual(expect.arrayContaining(['orders.created_at']));
    expect(segments.map(({ name }) => name)).toEqual(['orders.completed']);
    const query = await builder.query;
    query.measures.add('orders.count');
    query.dimensions.set(['orders.status']);
    query.filters.set([{ member: 'orders.status', operator: 'set' }]);
    query.order.set({ 'orders.count': 'desc', 'orders.status': 'asc' });
    const result = await firstValueFrom(client.load(query.asCubeQuery()));
    expect(result.rawData()).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2' },
      { 'orders.status': 'new', 'orders.count': '2' },
    ]);
    await eventually(() => expect(builder.pivotConfig.get()).toMatchObject({ y: ['measures'] }));
  });
});
