import { family } from '../family.ts';

export const aggregates = family([]);
