import type { Access } from '@orrery/semantic';

/** Every caller's, as long as there are no access policies: what the model makes public, and nothing else. */
export const publicAccess: Access = { hidden: new Set() };
