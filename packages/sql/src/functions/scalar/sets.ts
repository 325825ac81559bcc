import { family } from '../family.ts';

export const setFunctions = family([]);
