import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const licencesFile = 'third-party-licences.txt';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** @param packages folders of bundled packages, whose licences must be published with the programs */
export function licencesOf(packages: readonly string[]): string {
  return packages.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  // npm has read the manifest when it installed the package.
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license ?? 'see below'})`, ...texts, ''].join('\n\n');
}
