import { didYouMean } from '@orrery/kernel';
import type { Definition } from './definition.ts';
import { finding, type Finding, costsOnlyItself, type KeyPath, placeOf, rootPlace } from './finding.ts';
import { snakeCase } from './fields/letter-case.ts';
import { cubeKeys, readCube } from './cube/read-cube.ts';
import { hintForList } from './fields/shape-hints.ts';
import { type Reading, readFields } from './fields/read-fields.ts';
import { isName, readName } from './fields/read-name.ts';
import { readView, viewKeys } from './view/read-view.ts';
import { readViewGroup } from './view/read-view-group.ts';
import type { ViewGroupDefinition } from './view/view-definition.ts';

export interface ModelDocument {
  readonly definitions: readonly Definition[];
  readonly viewGroups: readonly ViewGroupDefinition[];
  readonly findings: readonly Finding[];
  /** Names of cubes and views in the file that could not be read far enough to be defined. */
  readonly brokenNames: readonly string[];
}

const topLevelKeys = ['cubes', 'views', 'view_groups'];

/** Validates the shape of one parsed file, without looking at others. */
export function readDocument(file: string, value: unknown): ModelDocument {
  const root = rootPlace(file);
  const findings: Finding[] = [];
  const definitions: Definition[] = [];
  const brokenNames: string[] = [];
  const viewGroups: ViewGroupDefinition[] = [];
  if (value === null || value === undefined) return { definitions, viewGroups, findings, brokenNames };
  if (typeof value !== 'object' || Array.isArray(value)) {
    return { definitions, viewGroups, findings: [finding('model.not-a-model', undefined, root)], brokenNames };
  }
  for (const [key, content] of Object.entries(value)) {
    const section = snakeCase(key);
    const place = placeOf(root, section);
    if (!topLevelKeys.includes(section)) {
      const hint = didYouMean(section, topLevelKeys);
      findings.push(finding('model.unknown-top-level-key', { key }, placeOf(root, key), { mark: 'key', hint }));
    } else if (content === null) {
      continue;
    } else if (!Array.isArray(content)) {
      const hint = hintForList(content, key);
      findings.push(finding('model.not-a-list', { path: key }, place, { mark: 'key', hint }));
    } else if (section === 'view_groups') {
      content.forEach((item: unknown, index) => readGroup(item, placeOf(place, index)));
    } else {
      content.forEach((item: unknown, index) =>
        readItem(section === 'cubes' ? 'cube' : 'view', item, placeOf(place, index)),
      );
    }
  }
  return { definitions, viewGroups, findings, brokenNames };

  function readGroup(item: unknown, place: KeyPath): void {
    const reading: Reading = { piece: 'view group', findings: [] };
    const group = readViewGroup(item, place, reading);
    if (group) viewGroups.push(group);
    for (const one of reading.findings) findings.push(one);
  }

  function readItem(kind: 'cube' | 'view', item: unknown, place: KeyPath): void {
    const named: unknown = typeof item === 'object' && item !== null && 'name' in item ? item.name : undefined;
    const reading: Reading = { piece: isName(named) ? `${named} ${kind}` : `unnamed ${kind}`, findings: [] };
    const fields = readFields(item, kind === 'cube' ? cubeKeys : viewKeys, place, reading);
    const name = fields && readName(fields, kind, place, reading);
    if (fields && name !== undefined) {
      const definition =
        kind === 'cube' ? readCube(name, fields, place, reading) : readView(name, fields, place, reading);
      definitions.push({ ...definition, isDamaged: reading.findings.some((one) => !costsOnlyItself(one.place)) });
    } else if (typeof named === 'string') brokenNames.push(named);
    for (const one of reading.findings) findings.push(one);
  }
}
