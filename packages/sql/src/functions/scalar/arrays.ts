import { family } from '../family.ts';

export const arrayFunctions = family([]);
