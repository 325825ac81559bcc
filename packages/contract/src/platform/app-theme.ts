import { z } from 'zod';
import { name, shortText } from './text.ts';

const mostFonts = 50;

/** A CSS colour: hexadecimal, by name, or by a function over plain numbers. */
const color = z
  .string()
  .max(100)
  .regex(
    /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,30}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z\s.,%/+-]+\))$/i,
    'is no colour of CSS: write #rrggbb, a name, or a function such as rgb(0 0 0)',
  );

/** An address that appears in pages of other people, whose browsers load it. */
const address = z.string().max(2_000).refine(isSecureAddress, 'must be an https address without a password in it');

function isSecureAddress(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

export const appThemeSchemeSchema = z.object({
  accentColor: color,
  backgroundColor: color,
  /** 45 is neutral. */
  contrast: z.number().min(0).max(100),
  foregroundColor: color,
  /** Empty without a logo; dark pages then show the logo of light pages. */
  logoUrl: z.union([z.literal(''), address]),
});

const font = {
  id: name,
  format: z.enum(['woff2', 'woff', 'ttf', 'otf', 'css']),
  url: address,
};

export const themeFontSchema = z.object({ ...font, family: shortText.optional(), name: shortText.optional() });
const themeFontInputSchema = z.object({ ...font, family: shortText.nullish(), name: shortText.nullish() });

export const appThemeFontRefSchema = z.object({
  /** Id of one of the fonts. */
  fontRef: name,
  fontWeight: z.number().min(1).max(1_000),
});

interface Typography {
  readonly body: z.infer<typeof appThemeFontRefSchema>;
  readonly heading: z.infer<typeof appThemeFontRefSchema>;
  readonly fonts: readonly { readonly id: string }[];
}

function checkFonts({ body, fonts, heading }: Typography, { addIssue }: z.RefinementCtx): void {
  const ids = new Set(fonts.map(({ id }) => id));
  if (ids.size < fonts.length) addIssue({ code: 'custom', path: ['fonts'], message: 'have one id twice' });
  for (const [part, { fontRef }] of Object.entries({ body, heading })) {
    if (ids.has(fontRef)) continue;
    addIssue({ code: 'custom', path: [part, 'fontRef'], message: 'must be the id of one of the fonts' });
  }
}

const fontRefs = { body: appThemeFontRefSchema, heading: appThemeFontRefSchema };
const fontsOf = <F extends z.ZodType>(fontSchema: F) => z.array(fontSchema).max(mostFonts);

export const appThemeTypographySchema = z.object({ ...fontRefs, fonts: fontsOf(themeFontSchema) });
const appThemeTypographyInputSchema = z
  .object({ ...fontRefs, fonts: fontsOf(themeFontInputSchema) })
  .superRefine(checkFonts);

const schemes = { dark: appThemeSchemeSchema, light: appThemeSchemeSchema };

/** Theme of all pages that show the account's content. */
export const appThemeSchema = z.object({ ...schemes, typography: appThemeTypographySchema.optional() });

/** Input of a theme; `null` means absent. */
export const appThemeInputSchema = z.object({ ...schemes, typography: appThemeTypographyInputSchema.nullish() });

export type AppTheme = z.infer<typeof appThemeSchema>;
