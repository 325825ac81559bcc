/** How a locale writes digits. */
export interface LocaleNumbers {
  readonly locale: string;
  /** Writes digits before the point, and those after it as they are. */
  write(whole: bigint, fraction: string, isGrouped: boolean): string;
  /** Returns the texts before and after an amount of money. */
  around(currency: string | undefined): readonly [before: string, after: string];
}

const fallback = 'en';
const known = new Map<string, LocaleNumbers>();
const mostKnown = 50;

/** @param locale BCP 47; what is none is read as English */
export function numbersOf(locale: string | undefined): LocaleNumbers {
  const name = localeOf(locale);
  const made = known.get(name);
  if (made) return made;
  // Where locales come from callers, there may be any number of them.
  if (known.size >= mostKnown) known.clear();
  const next = makeNumbers(name);
  known.set(name, next);
  return next;
}

/** @returns the locale, or English for what is none */
function localeOf(locale: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? fallback;
  } catch {
    return fallback;
  }
}

function makeNumbers(locale: string): LocaleNumbers {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false });
  const digits = Array.from('0123456789', (digit) => plain.format(Number(digit)));
  const point = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const money = new Map<string, readonly [string, string]>();
  return {
    locale,
    write: (whole, fraction, isGrouped) => {
      const before = (isGrouped ? grouped : plain).format(whole);
      return fraction === ''
        ? before
        : before + point + Array.from(fraction, (digit) => digits[Number(digit)]).join('');
    },
    around: (currency = 'USD') => {
      const made = money.get(currency) ?? aroundMoney(locale, currency);
      money.set(currency, made);
      return made;
    },
  };
}

function aroundMoney(locale: string, currency: string): readonly [string, string] {
  try {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const;
    const parts = new Intl.NumberFormat(locale, style).formatToParts(1);
    const at = parts.findIndex(({ type }) => type === 'integer');
    const text = (from: number, to?: number) =>
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join('');
    return [text(0, at), text(at + 1)];
  } catch {
    return [`${currency} `, '']; // no code of a currency
  }
}
