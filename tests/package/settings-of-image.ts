import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ImageSettings, instructionsOf, settingsAfter } from '../../scripts/package/image/read-dockerfile.ts';

const file = resolve(import.meta.dirname, '../../scripts/package/archive/Dockerfile');

/** What the Dockerfile of the archive says. */
export const instructionsOfImage = instructionsOf(readFileSync(file, 'utf8'));

/** The settings that it leaves. */
export const settingsOfImage = settingsOf(instructionsOfImage);

function settingsOf(instructions: typeof instructionsOfImage): ImageSettings {
  const settings = instructions.reduce<ImageSettings | undefined>(settingsAfter, undefined);
  if (!settings) throw new Error('the Dockerfile has no instructions');
  return settings;
}
