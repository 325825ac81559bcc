/** Languages that the application speaks. `en-XA` is made of English, for tests of its texts. */
const languages = ['en', 'en-XA'] as const;

export type Language = (typeof languages)[number];

/** @param accepted an `Accept-Language` header @returns the language that is asked for first, if we have it */
export function languageOf(accepted: string | undefined): Language {
  const first = accepted?.split(',')[0]?.split(';')[0]?.trim().toLowerCase();
  return languages.find((language) => language.toLowerCase() === first) ?? 'en';
}
