import { didYouMean } from '@orrery/kernel';

/** Suggests a zone by its name, or by its city alone. */
export function hintForZone(text: string): string {
  const names = Intl.supportedValuesOf('timeZone');
  const city = cityOf(text);
  const known = names.find((name) => cityOf(name) === city);
  if (known !== undefined) return `Did you mean ${known}?`;
  return didYouMean(text, names) ?? `Give an IANA name such as 'UTC' or 'Europe/Berlin'`;
}

function cityOf(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .replaceAll(/[ _-]/g, '');
}
