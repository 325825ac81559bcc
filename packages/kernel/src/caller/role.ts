/** Each may do what the next one may, and more. */
export const roles = ['admin', 'developer', 'explorer', 'viewer'] as const;

export type Role = (typeof roles)[number];
