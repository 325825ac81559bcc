import type { DefaultMasks } from '@orrery/semantic';
import type { SettingReader } from './setting-reader.ts';

/** A day, or a moment; without a zone it is UTC. */
const timeForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Reads the values shown for masked members without a mask of their own. A type that is absent shows NULL. */
export function readDefaultMasks(reader: SettingReader): DefaultMasks {
  const text = reader.text('maskString')?.text;
  const number = readNumber(reader);
  const isTrue = reader.text('maskBoolean') ? reader.isOn('maskBoolean') : undefined;
  const time = readTime(reader);
  return {
    ...(text === undefined ? {} : { string: text }),
    ...(number === undefined ? {} : { number }),
    ...(isTrue === undefined ? {} : { boolean: isTrue }),
    ...(time === undefined ? {} : { time }),
  };
}

function readNumber(reader: SettingReader): number | undefined {
  const setting = reader.text('maskNumber');
  if (!setting) return undefined;
  if (/^-?\d{1,15}$|^-?\d{1,9}\.\d{1,6}$/.test(setting.text)) return Number(setting.text);
  reader.refuse(setting, `must be a number whose digits are all kept, as -1 or 0.5, not '${setting.text}'`);
  return undefined;
}

function readTime(reader: SettingReader): string | undefined {
  const setting = reader.text('maskTime');
  if (!setting) return undefined;
  const match = timeForm.exec(setting.text);
  const isMoment = match !== null && setting.text.length > 'YYYY-MM-DD'.length;
  const zone = isMoment && match[1] === undefined ? 'Z' : '';
  const epochMs = match ? Date.parse(`${setting.text.replace(' ', 'T')}${zone}`) : Number.NaN;
  if (!Number.isNaN(epochMs)) return new Date(epochMs).toISOString();
  reader.refuse(setting, `must be a day or a moment like 1970-01-01T00:00:00Z, not '${setting.text}'`);
  return undefined;
}
