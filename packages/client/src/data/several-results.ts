import { OrreryError } from '../http/index.ts';

export function severalResults(): OrreryError {
  const message = 'A comparison and a list of queries have several results: use loadMany';
  return new OrreryError(message, { code: 'client.several-results' });
}
