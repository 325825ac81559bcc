import { allEntries, type FunctionEntry, type FunctionKind, type Origin } from '../functions/index.ts';

export interface FunctionCapability {
  readonly name: string;
  readonly kind: FunctionKind;
  /** The product whose documentation defines it. */
  readonly origin: Origin;
  /** The signatures as `text, int4 [, text] -> text`. */
  readonly signatures: readonly string[];
  readonly refused: readonly RefusedSignature[];
}

/** A signature that PostgreSQL has, and no statement may call. */
interface RefusedSignature {
  readonly signature: string;
  readonly why: string;
  readonly instead?: string;
}

export function functionCapabilities(): readonly FunctionCapability[] {
  return capabilitiesOf(allEntries().functions);
}

/** Operators under the names that statements write. */
export function operatorCapabilities(): readonly FunctionCapability[] {
  return capabilitiesOf(allEntries().operators.map((entry) => ({ ...entry, name: written[entry.name] ?? entry.name })));
}

const written: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '!~~': 'NOT LIKE',
  '~~*': 'ILIKE',
  '!~~*': 'NOT ILIKE',
};

function capabilitiesOf(entries: readonly FunctionEntry[]): readonly FunctionCapability[] {
  return [...Map.groupBy(entries, ({ name }) => name)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, own]) => {
      const [first] = own;
      if (!first) return [];
      const taken = own.filter((entry) => whyNot(entry) === undefined);
      return [
        {
          name,
          kind: first.kind,
          origin: first.origin,
          signatures: taken.map(signatureText),
          refused: own.flatMap(refusalOf),
        },
      ];
    });
}

function refusalOf(entry: FunctionEntry): readonly RefusedSignature[] {
  const words = whyNot(entry);
  if (words === undefined) return [];
  const [why = words, instead] = words.split('; ');
  return [{ signature: signatureText(entry), why, ...(instead === undefined ? {} : { instead }) }];
}

/** Functions of the model are computed by its queries, which need no function of an engine. */
function whyNot({ origin, duckdb }: FunctionEntry): string | undefined {
  return typeof duckdb === 'object' && origin !== 'model' ? duckdb.cannot : undefined;
}

/** `text, int4 [, text] -> text` */
function signatureText({ parameters, isVariadic, optional, result }: FunctionEntry): string {
  const shown: readonly string[] = parameters.map((name, at) =>
    isVariadic && at === parameters.length - 1 ? `...${name}` : name,
  );
  const needed = shown.slice(0, shown.length - optional).join(', ');
  const rest = shown.slice(shown.length - optional).join(', ');
  const brackets = optional === 0 ? '' : needed === '' ? `[${rest}]` : ` [, ${rest}]`;
  return `${needed}${brackets} -> ${result}`;
}
