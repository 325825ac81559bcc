import { family } from '../family.ts';

export const foreignFunctions = family([]);
