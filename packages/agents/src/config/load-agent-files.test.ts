import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadAgentFiles } from './load-agent-files.ts';

let root: string;
let agents: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-agents-'));
  agents = join(root, 'agents');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(agents, path)), { recursive: true });
  writeFileSync(join(agents, path), content);
}

it('reads files by path, and no hidden ones', async () => {
  write('skills/b.md', 'b\r\nb');
  write('config.yml', 'a');
  write('.git/config', 'c');
  write('rules/.gitkeep', '');
  expect(await loadAgentFiles(agents, 'agents')).toEqual({
    files: [
      { path: 'config.yml', text: 'a' },
      { path: 'skills/b.md', text: 'b\nb' },
    ],
    problems: [],
  });
});

it('has nothing to read without the folder', async () => {
  expect(await loadAgentFiles(agents, 'agents')).toEqual({ files: [], problems: [] });
});

it('reads no link that leads out, and follows no folder that is a link', async () => {
  writeFileSync(join(root, 'secret'), 'secret');
  write('config.yml', '');
  symlinkSync(join(root, 'secret'), join(agents, 'rules.md'));
  symlinkSync(root, join(agents, 'rules'));
  symlinkSync('circle.md', join(agents, 'circle.md'));
  const { files, problems } = await loadAgentFiles(agents, 'agents');
  expect(files.map(({ path }) => path)).toEqual(['config.yml']);
  expect(problems).toMatchObject([
    { message: 'This is no file that can be read.', at: { file: 'agents/circle.md' } },
    { message: 'This is no file that can be read.', at: { file: 'agents/rules' } },
    { message: 'The file is a link that leads out of its folder.', at: { file: 'agents/rules.md' } },
  ]);
});

it('bounds files, folders and bytes', async () => {
  write('rules/large.md', 'a'.repeat(256 * 1024 + 1));
  write('rules/bad.md', Uint8Array.of(0xff, 0xfe));
  write('a/b/c/d/e/f/g/h/i.md', '');
  expect((await loadAgentFiles(agents, 'agents')).problems.map(({ message, at }) => `${at?.file} ${message}`)).toEqual([
    'agents/a/b/c/d/e/f/g/h Folders are read 8 levels deep.',
    'agents/rules/bad.md The file cannot be read as text in UTF-8.',
    'agents/rules/large.md The file has more than 262144 bytes.',
  ]);
  for (let index = 0; index < 20; index += 1) write(`rules/${index}.md`, 'a'.repeat(250 * 1024));
  expect((await loadAgentFiles(agents, 'agents')).problems.at(-1)?.message).toBe(
    'The files have more than 4194304 bytes together.',
  );
});
