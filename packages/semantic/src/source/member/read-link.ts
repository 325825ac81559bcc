import type { LinkDefinition, LinkParameter, LinkText } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readBoolean,
  readChoice,
  readEach,
  readFields,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readName } from '../fields/read-name.ts';
import { readSql } from '../fields/read-sql.ts';

const linkKeys = shape(['name', 'label', 'url', 'dashboard', 'icon', 'target', 'primary', 'params']);
const parameterKeys = shape(['key', 'value']);

/** The start of an address that is a text with references; anything else is SQL. */
const addressStart = /^\s*(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;

export function readLinks(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly LinkDefinition[] {
  const names = new Set<string>();
  return readEach(fields, 'links', place, reading, (item, itemPlace) => {
    const link = readLink(item, itemPlace, reading);
    if (!link) return undefined;
    if (names.has(link.name)) {
      const at = placeOf(link.place, 'name');
      return refuse(reading, 'model.duplicate-link', { piece: reading.piece, link: link.name }, at);
    }
    names.add(link.name);
    return link;
  });
}

function readLink(value: unknown, place: KeyPath, reading: Reading): LinkDefinition | undefined {
  const fields = readFields(value, linkKeys, place, reading);
  const name = fields && readName(fields, 'link', place, reading);
  if (!fields || name === undefined) return undefined;
  const hasLabel = requireField(fields, 'label', place, reading);
  const label = readText(fields, 'label', place, reading);
  const url = readUrl(fields, place, reading);
  const dashboard = readText(fields, 'dashboard', place, reading);
  const icon = readText(fields, 'icon', place, reading);
  const target = readChoice(fields, 'target', ['blank', 'self'], place, reading) ?? 'blank';
  const isPrimary = readBoolean(fields, 'primary', place, reading) ?? false;
  const parameters = readParameters(fields, place, reading);
  const { piece } = reading;
  if (fields.has('url') && fields.has('dashboard')) {
    return refuse(reading, 'model.either-or', { piece, path: labelOf(place), one: 'url', other: 'dashboard' }, place);
  }
  if (!fields.has('url') && !fields.has('dashboard')) {
    requireField(fields, 'url', place, reading);
    return undefined;
  }
  if (url?.kind === 'sql' && parameters.length > 0) {
    const at = placeOf(place, 'params');
    return refuse(reading, 'model.link-params', { piece, path: labelOf(at) }, at, { mark: 'key' });
  }
  const address: LinkDefinition['address'] | undefined =
    dashboard === undefined ? url : { kind: 'dashboard', dashboard };
  if (!hasLabel || label === undefined || address === undefined) return undefined;
  return { name, place, label, address, ...optional('icon', icon), target, isPrimary, parameters };
}

function readUrl(fields: DeclaredFields, place: KeyPath, reading: Reading): LinkText | undefined {
  const sql = readSql(fields, 'url', place, reading);
  return sql && { kind: addressStart.test(sql.fragment.text) ? 'text' : 'sql', sql };
}

function readParameters(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly LinkParameter[] {
  return readEach(fields, 'params', place, reading, (item, at) => {
    const its = readFields(item, parameterKeys, at, reading);
    if (!its) return undefined;
    const isComplete = [requireField(its, 'key', at, reading), requireField(its, 'value', at, reading)];
    const key = readText(its, 'key', at, reading);
    const value = readSql(its, 'value', at, reading);
    return key === undefined || value === undefined || !isComplete.every(Boolean) ? undefined : { key, value };
  });
}
