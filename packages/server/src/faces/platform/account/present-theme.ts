import { type AppTheme, appThemeSchema } from '@orrery/contract';

/** A theme stored before themes had a fixed form counts as none. */
export function presentTheme(stored: object | null): AppTheme | null {
  return appThemeSchema.safeParse(withoutNulls(stored)).data ?? null;
}

function withoutNulls(stored: object | null): unknown {
  return JSON.parse(JSON.stringify(stored, (_, value: unknown) => value ?? undefined) ?? 'null');
}
