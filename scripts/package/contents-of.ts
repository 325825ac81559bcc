import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesFile } from '../programs/licences.ts';
import { integritiesOfLock, type LockedPackage } from './dependencies-of.ts';

/** Packages that are bundled, by what they are bundled into, and their folder in the package `orrery`. */
const bundles = [
  ['programs', ''],
  ['pages in frames', 'pages/embed'],
  ['web application', 'pages/console'],
] as const;

/** Each package that ships, with the hash that its file has in the registry. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** `sha512-...`, as the lock file has it. */
  readonly integrity: string;
  readonly place: string;
}

const scripts = 'No package runs a script when it is installed';

/** Lists what is in an archive with versions, licences and checksums, in Markdown. */
export function contentsOfArchive(
  archive: string,
  { node, needed }: { readonly node: LockedPackage; readonly needed: readonly LockedPackage[] },
): string {
  const rows = [
    { ...shipped(node, 'bin/node'), name: 'Node' },
    ...needed.map((each) => shipped(each, `lib/${each.folder}`)),
    ...bundledIn(join(archive, 'lib/node_modules/orrery')),
  ];
  return `# What is in this archive

Orrery itself is licensed under Apache-2.0, see LICENSE. The texts of the other licences are in \`${licencesFile}\`, and those of
packages that are bundled in the file of that name next to what they are bundled into. \`SHA256SUMS\` has the checksum of each
file: \`sha256sum --check SHA256SUMS\`. The checksum below is that of the package in the registry of npm. An image of this archive
has the packages of Debian besides, which \`dpkg-query --show\` lists in it, with their licences in \`/usr/share/doc\` of the packages
themselves.

${scripts}, and unpacking the archive runs none.

${tableOf(rows)}`;
}

/** Lists what is in the package `orrery`, and what npm installs with it, in Markdown. */
export function contentsOfPackage(unpacked: string, needed: readonly LockedPackage[]): string {
  const rows = [...needed.map((each) => shipped(each, 'installed by npm')), ...bundledIn(unpacked)];
  return `# What is in this package

Orrery itself is licensed under Apache-2.0, see LICENSE. The texts of the licences of what is bundled are in \`${licencesFile}\`, next to
what it is bundled into. What npm installs beside it has its own; npm may choose newer versions of packages below those. The checksum is
that of the package in the registry.

${scripts}.

${tableOf(rows)}`;
}

function tableOf(rows: readonly ShippedPackage[]): string {
  const lines = rows.map(
    ({ name, version, licence, place, integrity }) => `| ${name} | ${version} | ${licence} | ${place} | ${integrity} |`,
  );
  return `| Package | Version | Licence | Where | Checksum |\n|---|---|---|---|---|\n${lines.join('\n')}\n`;
}

const shipped = ({ name, version, license, integrity }: LockedPackage, place: string): ShippedPackage => ({
  ...{ name, version, integrity, place },
  licence: license,
});

/** Reads the headings of the files of licences in the package `orrery`: `yaml 2.9.1 (ISC)`. */
export function bundledIn(unpacked: string): readonly ShippedPackage[] {
  const integrities = integritiesOfLock();
  return bundles.flatMap(([place, folder]) => {
    const text = readFileSync(join(unpacked, folder, licencesFile), 'utf8');
    return text.split(`\n${'-'.repeat(80)}\n\n`).map((section) => {
      const [, name = '', version = '', licence = ''] = /^(\S+) (\S+) \((.*)\)\n/.exec(section) ?? [];
      if (name === '') throw new Error(`a licence in ${folder} has no heading`);
      const integrity = integrities.get(`${name} ${version}`);
      if (integrity === undefined) throw new Error(`the lock file has no ${name} ${version}`);
      return { name, version, licence, integrity, place };
    });
  });
}
