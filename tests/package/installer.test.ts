import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { checksumsOf, filesIn } from '../../scripts/package/make-archive.ts';

const sources = resolve(import.meta.dirname, '../../scripts/package/archive');
const directory = mkdtempSync(join(tmpdir(), 'orrery-installer-'));
/** An archive as it is unpacked, and the folder it is installed below; both new for each test. */
let archive: string;
let image: string;

/** Answers as Node would with the programs of Orrery: its version, a new project, a check that may fail, a backup. */
const node = `#!/bin/sh
case $1 in --title=*) shift ;; esac
case $2 in
  --version) echo 1.2.3 ;;
  init) mkdir "$3" && echo 'project: {}' >"$3/orrery.yml" ;;
  upgrade) [ "$CHECK" != wrong ] ;;
  backup) echo rows >"$3" ;;
  *) env ;;
esac
`;

afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(() => {
  const folder = mkdtempSync(join(directory, 'test-'));
  archive = join(folder, 'orrery-1.2.3-linux-x64');
  image = join(folder, 'an image');
  cpSync(sources, archive, { recursive: true });
  for (const file of ['orrery', 'service-command', 'install.sh']) chmodSync(join(archive, file), 0o755);
  write(join(archive, 'bin/node'), node, 0o755);
  write(join(archive, 'lib/node_modules/orrery/bin/orrery.js'), '');
  write(join(archive, 'lib/with blanks/.file'), 'kept');
  write(join(archive, `lib/node_modules/@duckdb/node-bindings-linux-${process.arch}/duckdb.node`), '');
  symlinkSync('../orrery', join(archive, 'bin/orrery'));
  writeFileSync(join(archive, 'SHA256SUMS'), checksumsOf(archive, filesIn(archive)));
});

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

const launcher = './orrery';
const programs = () => join(image, 'opt/orrery/1.2.3');
const current = () => join(image, 'opt/orrery/current');
const command = () => join(image, 'usr/local/bin/orrery');
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** Runs an installer with a path that begins with a folder of programs in place of those of the system. */
function install({ from = archive, args = [] as readonly string[], before = '', umask = '022' } = {}) {
  const script = ['-c', `umask ${umask} && exec "$@"`, 'sh', join(from, 'install.sh'), '--root', image, ...args];
  const { status, stderr } = spawnSync('sh', script, {
    cwd: archive,
    env: { PATH: [before, '/usr/sbin', '/usr/bin', '/sbin', '/bin'].filter((each) => each !== '').join(':') },
    encoding: 'utf8',
  });
  return { status, stderr };
}

const installed = { status: 0, stderr: '' };

it('installs the files that the archive was made of, and nothing that a start left in it', () => {
  write(join(archive, '.orrery/master.key'), 'secret', 0o600);
  write(join(archive, 'lib/node_modules/orrery/examples/shop/data/shop.duckdb'), 'data', 0o600);
  expect(install()).toEqual(installed);
  const named = readFileSync(join(archive, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(filesIn(programs())).toEqual([...named.map((line) => line.slice(66)), 'SHA256SUMS'].toSorted());
  expect(execFileSync(join(programs(), 'bin/orrery'), ['--version'], { encoding: 'utf8' })).toBe('1.2.3\n');
  expect(readlinkSync(current())).toBe('1.2.3');
  expect(readdirSync(join(image, 'opt/orrery')).toSorted()).toEqual(['1.2.3', 'current']);
});

it('leaves the programs in place when the installed installer is run', () => {
  install();
  const before = filesIn(programs());
  expect(install({ from: current() })).toEqual(installed);
  expect(filesIn(programs())).toEqual(before);
  expect(lstatSync(programs()).isDirectory()).toBe(true);
  expect(execFileSync(join(current(), 'orrery'), ['--version'], { encoding: 'utf8' })).toBe('1.2.3\n');
});

it('gives all users the programs, and the group of the service settings and project, whatever the umask', () => {
  expect(install({ umask: '077' })).toEqual(installed);
  const others = globSync('**/*', { cwd: join(image, 'opt') }).map((file) => join(image, 'opt', file));
  for (const file of others.filter((each) => !lstatSync(each).isSymbolicLink()))
    expect(modeOf(file), relative(image, file)).toMatch(/^(?:755|644)$/);
  const modes = ['etc/orrery', 'etc/orrery/project', 'etc/orrery/orrery.env', 'etc/orrery/project/orrery.yml'];
  expect(modes.map((file) => modeOf(join(image, file)))).toEqual(['750', '750', '640', '640']);
  expect(modeOf(join(image, 'var/lib/orrery'))).toBe('700');
  expect(modeOf(join(image, 'etc/systemd/system/orrery.service'))).toBe('644');
});

it('keeps settings, project, data and the rights that somebody gave them', () => {
  install();
  const settings = join(image, 'etc/orrery/orrery.env');
  write(settings, 'ORRERY_PORT=4321\n', 0o600);
  chmodSync(join(image, 'etc/orrery/project/orrery.yml'), 0o664);
  write(join(image, 'var/lib/orrery/orrery.db'), 'data', 0o600);
  expect(install()).toEqual(installed);
  expect(install({ args: ['--remove'] })).toEqual(installed);
  expect([readFileSync(settings, 'utf8'), modeOf(settings)]).toEqual(['ORRERY_PORT=4321\n', '600']);
  expect(modeOf(join(image, 'etc/orrery/project/orrery.yml'))).toBe('664');
  expect(readFileSync(join(image, 'var/lib/orrery/orrery.db'), 'utf8')).toBe('data');
  const removed = ['opt/orrery', 'etc/systemd/system/orrery.service'].map((file) => existsSync(join(image, file)));
  expect(removed).toEqual([false, false]);
  expect(readdirSync(dirname(command()))).toEqual([]);
});

it('neither writes through nor removes a command of another installation', () => {
  const other = join(image, 'lib/orrery.js');
  write(other, 'of npm');
  mkdirSync(dirname(command()), { recursive: true });
  symlinkSync(other, command());
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('is of another installation') });
  expect(existsSync(join(image, 'opt'))).toBe(false);
  install({ args: ['--remove'] });
  expect([readlinkSync(command()), readFileSync(other, 'utf8')]).toEqual([other, 'of npm']);
});

it('deletes the former programs of the same version after the new ones are in place', () => {
  install();
  const shims = join(archive, '../shims');
  const log = join(archive, '../log');
  const shim = `#!/bin/sh\n/bin/rm "$@"\n[ -e '${current()}/bin/node' ] || echo "$@" >>'${log}'\n`;
  write(join(shims, 'rm'), shim, 0o755);
  write(join(programs(), 'left'), 'by the former archive');
  expect(install({ before: shims })).toEqual(installed);
  expect(existsSync(log)).toBe(false);
  expect(existsSync(join(programs(), 'left'))).toBe(false);
  expect(readdirSync(join(image, 'opt/orrery')).toSorted()).toEqual(['1.2.3', 'current']);
});

it('runs nothing of an archive that is damaged', () => {
  const ran = join(archive, '../ran');
  write(join(archive, 'bin/node'), `#!/bin/sh\ntouch '${ran}'\nexit 1\n`, 0o755);
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('this archive is damaged') });
  expect([existsSync(ran), existsSync(join(image, 'opt'))]).toEqual([false, false]);
});

it('the command reads settings as systemd does', () => {
  install();
  expect(readlinkSync(command())).toBe('/opt/orrery/current/service-command');
  const settings = join(image, 'etc/orrery/orrery.env');
  const lines = ['# a comment', 'https_proxy=http://proxy:1', '  ORRERY_A="two words" ', "_B='x=y'", 'not a name=1'];
  write(settings, `${lines.join('\n')}\nORRERY_LAST=no end`);
  // Runs as any user but root, with the settings of the image.
  const shims = join(archive, '../shims');
  write(join(shims, 'id'), '#!/bin/sh\necho 1000\n', 0o755);
  const script = join(current(), 'service-command');
  const text = readFileSync(script, 'utf8').replaceAll(' /etc/orrery/orrery.env', ` '${settings}'`);
  write(script, text.replace('</etc/orrery/orrery.env', `<'${settings}'`), 0o755);
  const link = join(dirname(command()), 'link');
  symlinkSync(script, link);
  const env = { PATH: `${shims}:/usr/bin:/bin` };
  const printed = execFileSync(link, ['doctor'], { env, encoding: 'utf8' }).trimEnd().split('\n');
  const expected = ['https_proxy=http://proxy:1', 'ORRERY_A=two words', '_B=x=y', 'ORRERY_LAST=no end'];
  expect(printed).toEqual(expect.arrayContaining([...expected, 'ORRERY_DATA=/var/lib/orrery']));
});

/** Programs of a system with systemd. The service comes up unless the variable `SERVICE` is `fails`. */
const systemd = {
  systemctl: `[ "$1" != is-active ] || [ "$SERVICE" != fails ]`,
  journalctl: `echo '  Health     https://127.0.0.1:4321/readyz'`,
  runuser: 'shift 3; "$@"',
  getent: 'exit 0',
  chown: 'exit 0',
};
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Installs where the folders that the installer writes are those of the image, in a table of mounts of its own. */
function installAsService(environment: NodeJS.ProcessEnv = {}) {
  const shims = join(archive, '../systemd');
  const calls = join(archive, '../calls');
  for (const [name, script] of Object.entries(systemd))
    write(join(shims, name), `#!/bin/sh\necho ${name} "$@" >>'${calls}'\n${script}\n`, 0o755);
  const folders = ['opt', 'etc', 'usr/local/bin', 'var/lib', 'run'];
  for (const folder of [...folders, 'run/systemd/system', 'etc/systemd/system'])
    mkdirSync(join(image, folder), { recursive: true });
  const mounts = folders.map((folder) => `mount --bind '${join(image, folder)}' /${folder}`).join(' && ');
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', `${mounts} && exec ./install.sh`], {
    cwd: archive,
    env: { PATH: `${shims}:/usr/sbin:/usr/bin:/sbin:/bin`, ...environment },
    encoding: 'utf8',
  });
  const called = readFileSync(calls, 'utf8').trimEnd().split('\n');
  rmSync(calls);
  return { status, stdout, stderr, called };
}

const backups = () => readdirSync(join(image, 'var/lib/orrery')).filter((name) => name.endsWith('.backup'));

it.runIf(canMount)(
  'makes no backup of a first installation, and names the address at which the service answers',
  () => {
    const { status, stdout, stderr, called } = installAsService();
    expect([status, stderr, backups()]).toEqual([0, '', []]);
    expect(stdout).toContain('Orrery 1.2.3 runs as orrery.service: https://127.0.0.1:4321\n');
    expect(called).toContain('systemctl restart orrery.service');
    expect(called).toContain('chown -R root:orrery /etc/orrery/project');
    expect(called.find((call) => call.startsWith('runuser'))).toBe(
      'runuser -u orrery -- /opt/orrery/1.2.3/orrery upgrade --check',
    );
  },
);

it.runIf(canMount)('switches to no version whose check fails, and makes a backup before it switches', () => {
  write(join(image, 'var/lib/orrery/orrery.db'), 'data'); // the programs were removed, and the data stayed
  const refused = installAsService({ CHECK: 'wrong' });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('1.2.3 is not switched to') });
  expect([existsSync(current()), backups()]).toEqual([false, []]);
  expect(refused.called.filter((call) => call.startsWith('systemctl'))).toEqual([]);
  expect(installAsService().status).toBe(0);
  expect([existsSync(current()), backups().length]).toEqual([true, 1]);
  const again = installAsService();
  expect(again.called.filter((call) => call.startsWith('chown'))).toEqual(['chown orrery:orrery /var/lib/orrery']);
});

it.runIf(canMount)('fails when the service does not start', () => {
  const { status, stdout, stderr } = installAsService({ SERVICE: 'fails' });
  expect([status, stderr]).toEqual([1, 'install.sh: orrery.service does not start: journalctl -u orrery says why\n']);
  expect(stdout).not.toContain('runs as');
});

it.each([
  { args: ['start'], environment: {}, isDevelopment: true },
  { args: ['start', '--port', '4700'], environment: {}, isDevelopment: true },
  { args: ['start', '--port=4700'], environment: {}, isDevelopment: true },
  { args: ['start'], environment: { ORRERY_PORT: '4700', ORRERY_LOG_LEVEL: 'warn' }, isDevelopment: true },
  { args: ['start', '--tls-self-signed'], environment: {}, isDevelopment: false },
  { args: ['start', '--port', '4700', '--host', '::'], environment: {}, isDevelopment: false },
  { args: ['start'], environment: { ORRERY_PORT: '4700', ORRERY_TRUST_PROXY: '10.0.0.2' }, isDevelopment: false },
  { args: ['start'], environment: { ORRERY_DEV: 'false' }, isDevelopment: false },
  { args: ['query', 'start'], environment: {}, isDevelopment: false },
])('$args with $environment is in development mode: $isDevelopment', ({ args, environment, isDevelopment }) => {
  write(join(archive, 'bin/node'), '#!/bin/sh\necho "$@"\n', 0o755);
  const env = { PATH: '/usr/bin:/bin', ...environment };
  const printed = execFileSync(launcher, args, { cwd: archive, env, encoding: 'utf8' }).trim().split(' ');
  expect(printed[0]).toBe('--title=./orrery');
  expect(printed.slice(2)).toEqual([...args, ...(isDevelopment ? ['--dev'] : [])]);
});

it('is called by its name alone where that finds it', () => {
  write(join(archive, 'bin/node'), '#!/bin/sh\necho "$1"\n', 0o755);
  const env = { PATH: `${join(archive, 'bin')}:/usr/bin:/bin` };
  expect(execFileSync('orrery', ['doctor'], { env, encoding: 'utf8' })).toBe('--title=orrery\n');
});

it('says on another platform that it is for another one', () => {
  const shims = join(archive, '../shims');
  write(join(shims, 'uname'), '#!/bin/sh\necho Linux riscv64\n', 0o755);
  const { status, stderr } = spawnSync(launcher, ['start'], {
    cwd: archive,
    env: { PATH: `${shims}:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/is not for Linux riscv64: take the one that is/)]);
});
