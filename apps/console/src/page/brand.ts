/** What the application is called and shown with in a frame: by the company that embeds it, not by us. */
export interface Brand {
  /** Absent: what we call the workspace. */
  readonly title?: string | undefined;
  /** Address of a picture. */
  logoFor(isDark: boolean): string | undefined;
}

let current: Brand = { logoFor: () => undefined };

export const brand = (): Brand => current;

export function setBrand(next: Brand): void {
  current = next;
}
