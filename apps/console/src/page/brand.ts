/** The name and the logo of the application in a frame. They belong to the company that embeds it. */
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
