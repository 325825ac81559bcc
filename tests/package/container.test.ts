import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildImage, type Image } from '../../scripts/package/image/build-image.ts';
import { Container, type ContainerOptions } from '../../scripts/package/image/run-image.ts';
import { makeArchive } from '../../scripts/package/make-archive.ts';
import { packPackage } from '../../scripts/package/pack-package.ts';

const directory = mkdtempSync(join(tmpdir(), 'orrery-container-'));
const mostBytes = 400e6;
const ofPeople = ['.env', 'examples/compose/.env', 'examples/compose/project/orrery.yml'];
let image: Image;

beforeAll(async () => {
  const isAble = process.getuid?.() === 0 && spawnSync('debootstrap', ['--version']).status === 0;
  if (!isAble) throw new Error('this needs root and the package debootstrap of Debian');
  await packPackage(directory);
  const file = makeArchive(join(directory, 'package'), directory, { platform: 'linux', arch: 'x64' });
  const context = join(directory, 'context');
  mkdirSync(context);
  execFileSync('tar', ['-xzf', file, '-C', context, '--strip-components=1']);
  mkdirSync(join(context, '.orrery')); // as a start of the archive leaves it
  for (const file of ofPeople) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    writeFileSync(join(context, file), 'ORRERY_SECRET_KEY=1');
  }
  image = buildImage(context, join(directory, 'root'));
});

afterAll(() => rmSync(directory, { recursive: true }));

/** A folder that belongs to the user of the image, as a volume does. */
function volume(): string {
  const folder = mkdtempSync(join(directory, 'data-'));
  const [uid, gid] = image.settings.user.split(':').map(Number);
  chownSync(folder, uid ?? 0, gid ?? 0);
  return folder;
}

function start(data: string, options: Partial<ContainerOptions> = {}): Container {
  const readyFile = join(mkdtempSync(join(directory, 'ready-')), 'file');
  const mounts = { [data]: '/var/lib/orrery', ...options.mounts };
  const container = new Container(image, { ...options, mounts, readyFile });
  onTestFinished(() => container.kill());
  return container;
}

const ask = (query: string) => `
  const [token] = process.argv.slice(1);
  const url = 'https://127.0.0.1:4000/cubejs-api/v1/load?query=' + encodeURIComponent(${JSON.stringify(query)});
  const answer = await fetch(url, { headers: { authorization: token } });
  console.log(await answer.text());`;

/** Queries the server of a container by what is in the image. */
async function answerOf(container: Container, query: object): Promise<unknown> {
  const token = (await container.execute('orrery', 'token')).output.trim();
  const trusting = ['env', 'NODE_TLS_REJECT_UNAUTHORIZED=0', 'NODE_NO_WARNINGS=1'];
  const program = ['node', '--input-type=module', '-e', ask(JSON.stringify(query)), token];
  const { output, errors } = await container.execute(...trusting, ...program);
  if (errors !== '') throw new Error(errors);
  return JSON.parse(output);
}

it('the image is small, and has what the archive was made of and no more', () => {
  const bytes = Number(execFileSync('du', ['-sb', image.root], { encoding: 'utf8' }).split('\t')[0]);
  console.log(`the image has ${(bytes / 1e6).toFixed(0)} MB`);
  expect(bytes).toBeLessThan(mostBytes);
  for (const file of ['.orrery', ...ofPeople])
    expect([file, existsSync(join(image.root, 'opt/orrery', file))]).toEqual([file, false]);
});

it('serves the demo as a user without rights, from a root that cannot be written, and stops in order', async () => {
  const data = volume();
  const container = start(data);
  await container.becomesHealthy();
  expect(await answerOf(container, { measures: ['sales.sales'], dimensions: ['sales.category'] })).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ 'sales.sales': expect.any(String) })]),
  });
  const [uid] = image.settings.user.split(':');
  const status = (await container.execute('cat', '/proc/1/status')).output;
  expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'));
  expect(status).toMatch(/^CapEff:\t0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  for (const file of ['/opt/orrery/file', '/etc/orrery/project/file', '/file'])
    expect((await container.execute('touch', file)).errors).toContain('Read-only file system');
  expect((await container.execute('orrery', 'doctor')).output).toContain('a server answers on 0.0.0.0:4000');
  const { code, output, errors } = await container.stop();
  expect([code, errors.includes('"level":"error"')]).toEqual([0, false]);
  expect(output).toContain(', orrery key revoke ends it');
  expect(readdirSync(join(data, 'temporary'))).toEqual([]);
});

it('serves a project that is mounted, and keeps its data over a new container', async () => {
  const [data, projects] = [volume(), volume()];
  const made = start(data, { mounts: { [projects]: '/etc/orrery/project' }, command: ['init', '.'] });
  expect((await made.ends()).code).toBe(0);
  const mounts = { [projects]: '/etc/orrery/project' };
  const first = start(data, { mounts });
  await first.becomesHealthy();
  expect((await first.execute('orrery', 'user', 'create', '--username', 'ann')).code).toBe(0);
  expect((await first.stop()).code).toBe(0);
  const second = start(data, { mounts });
  await second.becomesHealthy();
  expect((await second.execute('orrery', 'user', 'list')).output).toContain('ann');
  expect(await answerOf(second, { measures: ['orders.count'] })).toMatchObject({ data: [{ 'orders.count': '4' }] });
  expect((await second.stop()).code).toBe(0);
});

it('keeps the temporary files of another container on the same volume, whose first process has the same number', async () => {
  const data = volume();
  const servers = () => readdirSync(join(data, 'temporary')).filter((name) => !name.endsWith('.lock'));
  const first = start(data);
  await first.becomesHealthy();
  const before = servers();
  const second = start(data);
  await second.becomesHealthy();
  expect(servers()).toEqual(expect.arrayContaining(before));
  expect(servers()).toHaveLength(2);
  second.kill();
  await second.ends();
  const third = start(data);
  await third.becomesHealthy();
  expect(servers()).toEqual(expect.arrayContaining(before));
  expect(servers()).toHaveLength(2);
  for (const container of [first, third]) expect((await container.stop()).code).toBe(0);
  expect(servers()).toEqual([]);
});

it('says what to do where the volume belongs to somebody else', async () => {
  const foreign = mkdtempSync(join(directory, 'foreign-'));
  const { code, errors } = await start(foreign).ends();
  expect([code, errors]).toEqual([1, expect.stringContaining("data folder '/var/lib/orrery' cannot be written")]);
});
