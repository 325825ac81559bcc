import type { ColumnDescription } from '@orrery/engines';

/** Meaning of a number in its row: an amount that adds up, a price or rate that does not, or unknown. */
export type NumberMeaning =
  | { readonly kind: 'amount' | 'rate'; readonly isMoney: boolean }
  | { readonly kind: 'other' };

const money =
  words(`amount amt total subtotal revenue sales turnover cost costs fee fees tax taxes vat spend spent paid payment
  payout refund refunded profit salary wage budget commission price income expense earnings`);
const amounts =
  words(`quantity qty units pieces count counts volume hours minutes seconds milliseconds duration clicks impressions views
  visits downloads points distance bytes sum`);
const rates = words(
  `price rate ratio percent percentage pct share score rating age unit per avg average mean median discount`,
);
/** Words in a name which say that a price covers the whole row. */
const wholes = words('amount amt total subtotal extended');
const others =
  words(`id ids key code number no num nr zip postal phone year month week day hour minute lat lng lon latitude
  longitude version level rank position sort order index balance min max weight height width length depth size temperature
  capacity area`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** @param name in snake_case */
export function numberMeaning(name: string, engineType: string): NumberMeaning {
  const parts = name.split('_');
  const has = (set: ReadonlySet<string>) => parts.some((part) => set.has(part));
  const last = parts.at(-1) ?? '';
  const isMoney = has(money) && !isWhole(engineType);
  const isRate = has(rates) && !(has(wholes) && !parts.includes('unit') && !parts.includes('per'));
  if (isRate)
    return {
      kind: 'rate',
      isMoney: isMoney && !parts.some((part) => /^(?:rate|ratio|percent|percentage|pct)$/.test(part)),
    };
  if (others.has(last)) return { kind: 'other' };
  if (has(money) || has(amounts)) return { kind: 'amount', isMoney };
  if (/^(?:numbers?|num|nr|no)_of_/.test(name)) return { kind: 'amount', isMoney: false };
  if (/^money$/i.test(engineType)) return { kind: 'amount', isMoney: true };
  if (/\(\d+,\s*2\)/.test(engineType) && !has(others)) return { kind: 'amount', isMoney: false };
  return { kind: 'other' };
}

function isWhole(engineType: string): boolean {
  return /int|serial/i.test(engineType) || /\(\d+,\s*0\)/.test(engineType);
}

/** Names of columns that no report needs and that must not be shown. */
const secret =
  /(?:^|_)(?:password|passwd|pwd|passphrase|secret|salt|token|api_key|apikey|private_key|otp|cvv|cvc|ssn)(?:_|$)/;

/** Returns why a column is left out; `undefined` when it becomes a dimension. */
export function whyLeftOut(name: string, { type, engineType }: ColumnDescription): string | undefined {
  if (type === undefined) return `queries cannot use its type, ${engineType}`;
  if (secret.test(name) && (type === 'string' || /(?:ssn|cvv|cvc|otp)/.test(name)))
    return 'its name sounds like a secret';
  if (/^(?:mediumtext|longtext)\b/i.test(engineType)) return `long text, ${engineType}`;
  return undefined;
}

/** Whether a name suggests long texts, by which views do not group. */
export function isProse(name: string): boolean {
  return /(?:^|_)(?:body|content|html|markdown|message|notes?|bio|raw)$/.test(name);
}

/** Whether a name suggests a link or an image. */
export function textFormat(name: string): 'link' | 'imageUrl' | undefined {
  if (!/(?:^|_)(?:url|uri|href|link)$/.test(name)) return undefined;
  return /(?:^|_)(?:image|img|photo|picture|avatar|thumbnail|logo|icon)_/.test(name) ? 'imageUrl' : 'link';
}
