import { family } from '../family.ts';

export const systemFunctions = family([]);
