const mostCharacters = 255;

/** Returns why a text cannot be a name that people give to something, or `undefined`. */
export function nameFault(name: string): string | undefined {
  return name.trim() === '' ? 'is empty' : textFault(name);
}

/** @param most maximum number of characters */
export function textFault(text: string, most = mostCharacters): string | undefined {
  if (text.length > most) return `has more than ${most} characters`;
  // Includes half of a surrogate pair, which no store keeps.
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return 'has characters that cannot be seen';
  return /[\u202A-\u202E\u2066-\u2069]/u.test(text)
    ? 'has characters that change the direction of what follows'
    : undefined;
}

/** Returns why a text of several lines is refused, or `undefined`. */
export function descriptionFault(text: string): string | undefined {
  return textFault(text.replaceAll(/[\t\r\n]/g, ' '), 4_000);
}
