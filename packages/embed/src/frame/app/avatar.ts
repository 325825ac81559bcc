import { element } from '../elements.ts';

/** The picture of a person, or the first letters of the name while there is none, and when it cannot be loaded. */
export function avatar(name: string, picture: string | undefined): HTMLElement {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '');
  const named = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = named.map((word) => [...(word ?? '')][0] ?? '').join('');
  const shown = element('span', { className: 'avatar', title: name }, initials.toUpperCase());
  if (picture === undefined) return shown;
  const image = element('img', { alt: '', src: picture, referrerPolicy: 'no-referrer' });
  image.addEventListener('load', () => shown.replaceChildren(image));
  return shown;
}
