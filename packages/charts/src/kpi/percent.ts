export function percentOf(
  share: number,
  {
    locale,
    signDisplay = 'auto',
  }: { readonly locale: string | undefined; readonly signDisplay?: 'auto' | 'exceptZero' },
): string {
  const format = { style: 'percent', signDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(share).replace('-', '−');
}
