import type { Instant, Value, ValueType } from '@orrery/semantic';
import type { SettingReader } from './setting-reader.ts';

/** What is shown in place of a masked member that says no mask of its own; a type that is absent shows NULL. */
export type DefaultMasks = Partial<Readonly<Record<ValueType, Value>>>;

/** A day, or a moment; without a zone it is in UTC. */
const timeForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export function readDefaultMasks(reader: SettingReader): DefaultMasks {
  const text = reader.text('maskString')?.text;
  const number = readNumber(reader);
  const isTrue = reader.text('maskBoolean') ? reader.isOn('maskBoolean') : undefined;
  const instant = readTime(reader);
  return {
    ...(text === undefined ? {} : { string: { type: 'string', text } }),
    ...(number === undefined ? {} : { number: { type: 'number', text: number } }),
    ...(isTrue === undefined ? {} : { boolean: { type: 'boolean', isTrue } }),
    ...(instant === undefined ? {} : { time: { type: 'time', instant } }),
  };
}

/** Its digits stay as they were written. */
function readNumber(reader: SettingReader): string | undefined {
  const setting = reader.text('maskNumber');
  if (!setting) return undefined;
  if (/^-?\d{1,30}(\.\d{1,30})?$/.test(setting.text)) return setting.text;
  reader.refuse(setting, `must be a number, not '${setting.text}'`);
  return undefined;
}

function readTime(reader: SettingReader): Instant | undefined {
  const setting = reader.text('maskTime');
  if (!setting) return undefined;
  const match = timeForm.exec(setting.text);
  const isUtc = match !== null && setting.text.length > 'YYYY-MM-DD'.length && match[1] === undefined;
  const epochMs = match ? Date.parse(`${setting.text.replace(' ', 'T')}${isUtc ? 'Z' : ''}`) : Number.NaN;
  if (!Number.isNaN(epochMs)) return epochMs as Instant;
  reader.refuse(setting, `must be a day or a moment like 1970-01-01T00:00:00Z, not '${setting.text}'`);
  return undefined;
}
