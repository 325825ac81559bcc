/**
 * The form in which names are compared: characters that look or read alike are one, case is none. Going through upper
 * case folds what has two lower case forms.
 */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
