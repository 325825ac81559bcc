import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readEach,
  readFields,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import type { FolderDefinition, FolderItem } from './view-definition.ts';

const folderKeys = shape(['name', 'title', 'includes']);
const joinPathKeys = shape(['join_path']);

/** @param view its name, for messages */
export function readFolders(
  fields: DeclaredFields,
  view: string,
  place: KeyPath,
  reading: Reading,
): readonly FolderDefinition[] {
  return readEach(fields, 'folders', place, reading, (item, at) => readFolder(item, view, at, reading));
}

function readFolder(value: unknown, view: string, place: KeyPath, reading: Reading): FolderDefinition | undefined {
  const fields = readFields(value, folderKeys, place, reading);
  if (!fields) return undefined;
  const isComplete = [requireField(fields, 'name', place, reading), requireField(fields, 'includes', place, reading)];
  const name = readText(fields, 'name', place, reading);
  const title = readText(fields, 'title', place, reading);
  const items = readItems(fields, view, placeOf(place, 'includes'), reading);
  if (name === undefined || items === undefined || !isComplete.every(Boolean)) return undefined;
  return { name, place, ...optional('title', title), items };
}

function readItems(
  fields: DeclaredFields,
  view: string,
  place: KeyPath,
  reading: Reading,
): FolderDefinition['items'] | undefined {
  const value = fields.get('includes');
  if (value === undefined) return undefined;
  if (value === '*') return value;
  if (!Array.isArray(value)) {
    return refuse(reading, 'model.bad-includes', { piece: reading.piece, path: labelOf(place) }, place);
  }
  return value.flatMap((item, index) => readItem(item, view, placeOf(place, index), reading) ?? []);
}

function readItem(value: unknown, view: string, place: KeyPath, reading: Reading): FolderItem | undefined {
  if (value === '*') return { kind: 'all' };
  if (typeof value === 'string') {
    if (value.includes('.')) return refuse(reading, 'model.path-in-folder', { item: value, view }, place);
    return { kind: 'member', name: value, place };
  }
  if (typeof value === 'object' && value !== null && ('join_path' in value || 'joinPath' in value)) {
    const fields = readFields(value, joinPathKeys, place, reading);
    const path = fields && readText(fields, 'join_path', place, reading);
    return path === undefined ? undefined : { kind: 'join-path', path, place: placeOf(place, 'join_path') };
  }
  const folder = readFolder(value, view, place, reading);
  return folder && { kind: 'folder', folder };
}
