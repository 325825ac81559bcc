/**
 * Normalizes a name for comparison: folds case and characters that look or read alike. Going through upper case first
 * folds letters with two lower-case forms.
 */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
