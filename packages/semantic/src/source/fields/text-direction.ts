/** Embeds, overrides and isolates: what follows is shown in another order than it is written in. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text would be shown in another order than its letters have by themselves. */
export function turnsText(text: string): boolean {
  return directionControls.test(text);
}
