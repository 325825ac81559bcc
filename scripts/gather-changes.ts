import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './take-steps.ts';

/** The kinds of a change, in the order in which a release lists them. */
const titles = {
  added: 'Added',
  changed: 'Changed',
  fixed: 'Fixed',
  removed: 'Removed',
  security: 'Security',
} as const;

type Kind = keyof typeof titles;

const changelog = join(root, 'CHANGELOG.md');
const heading = '# Changelog\n';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const text = existsSync(changelog) ? readFileSync(changelog, 'utf8') : heading;
const [head = heading, ...releases] = text.split(/^(?=## )/m);
const isThis = (release: string) => release.startsWith(`## ${version}\n`);

const files = globSync('changes/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'));
const lines: Record<Kind, string[]> = { added: [], changed: [], fixed: [], removed: [], security: [] };
for (const kind of Object.keys(titles) as Kind[]) lines[kind].push(...linesOf(releases.find(isThis) ?? '', kind));
for (const file of files.toSorted()) {
  const [, kind, said] = /^kind: (\w+)\n\n([\s\S]+)$/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (!kind || !said || !(kind in lines)) throw new Error(`${file} is no change; changes/README.md says how one looks`);
  lines[kind as Kind].push(`- ${said.trim().replaceAll(/\n+/g, ' ')}`);
}
const sections = (Object.keys(titles) as Kind[])
  .filter((kind) => lines[kind].length > 0)
  .map((kind) => `### ${titles[kind]}\n\n${lines[kind].toSorted().join('\n')}\n`);
writeFileSync(
  changelog,
  [head, `\n## ${version}\n\n${sections.join('\n')}`, ...releases.filter((one) => !isThis(one))]
    .join('')
    .replace(/\n{3,}/g, '\n\n'),
);
for (const file of files) rmSync(join(root, file));
console.log(`gathered ${files.length} changes in CHANGELOG.md`);

/** @returns the changes of one kind that a release already lists */
function linesOf(release: string, kind: Kind): readonly string[] {
  const section = release.split(/^### /m).find((each) => each.startsWith(`${titles[kind]}\n`)) ?? '';
  return section.split('\n').filter((line) => line.startsWith('- '));
}
