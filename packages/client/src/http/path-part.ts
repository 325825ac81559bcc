import { OrreryError } from './orrery-error.ts';

/** A value as one part of a path. @throws OrreryError for one that would lead elsewhere: `/users/..` is another address */
export function pathPart(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (!/^\.{0,2}$/.test(text)) return encodeURIComponent(text);
  throw new OrreryError(`${name} is "${text}", which no path can hold`, { code: 'client.path-value' });
}
