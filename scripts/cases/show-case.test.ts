import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { showCase } from './show-case.ts';

const root = resolve(import.meta.dirname, '../..');
/** The planner, and what it stands on. */
const packages = ['packages/semantic', 'packages/kernel'];
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-show-')));

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: directory, encoding: 'utf8' });
}

function change(file: string, written: string, instead: string): void {
  const path = join(directory, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(written);
  writeFileSync(path, text.replace(written, instead));
}

beforeAll(() => {
  const isCopied = (file: string) => !/\.test\.ts$|\/node_modules$/.test(file);
  const harness = globSync('cases/{*.ts,sql/*.ts,order,model.yml}', { cwd: root });
  for (const part of ['package.json', ...packages, ...harness])
    cpSync(join(root, part), join(directory, part), { recursive: true, filter: isCopied });
  const installed = join(directory, 'node_modules');
  mkdirSync(join(installed, '@orrery'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@orrery'))
    symlinkSync(join(root, 'node_modules', name), join(installed, name));
  for (const part of packages) symlinkSync(join(directory, part), join(installed, '@orrery', basename(part)));
  writeFileSync(join(directory, '.gitignore'), 'node_modules\n');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
});

afterAll(() => rmSync(directory, { recursive: true }));

it('shows that a case has the statements it had where the branch left main', () => {
  const shown = showCase(directory, 'order/none');
  expect(shown).toMatch(/^-- duckdb\nSELECT[^]*\n-- postgres\nSELECT[^]*\n-- mysql\nSELECT/m);
  expect(shown).toMatch(/\n\nThe same at [0-9a-f]{12}\.$/);
});

it('shows the statements of now and of then, and leaves the clone as it was', () => {
  git('switch', '--quiet', '--create=changed');
  change('packages/semantic/src/dialect/mysql.ts', "string: 'CHAR'", "string: 'NCHAR'");
  const before = git('status', '--porcelain');
  const [now = '', then = ''] = showCase(directory, 'order/none').split(/\n\nAt [0-9a-f]{12}:\n\n/);
  expect(now).toContain('AS NCHAR)');
  expect(then).toContain('AS CHAR)');
  expect(then).not.toContain('AS NCHAR)');
  expect(git('status', '--porcelain')).toBe(before);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

it('shows a case that was not there then', () => {
  cpSync(join(directory, 'cases/order/none.yml'), join(directory, 'cases/order/newer.yml'));
  expect(showCase(directory, 'order/newer')).toMatch(/\n\nAt [0-9a-f]{12}: There is no case 'order\/newer'\./);
});

it('says which case may be meant by a name that none has', () => {
  expect(() => showCase(directory, 'order/nome')).toThrow("There is no case 'order/nome'. Did you mean order/none?");
});
