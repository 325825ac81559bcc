import { accessSync, constants, mkdirSync } from 'node:fs';
import { OperatorError } from '../config/operator-error.ts';

/** Makes the data folder if it is not there; only its owner may look into it. @throws OperatorError */
export function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The data folder '${directory}' cannot be written: ${reason}`);
  }
}
