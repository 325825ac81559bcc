import { family } from '../family.ts';

export const conditionFunctions = family([]);
