/** Everything the audit log writes down, by its name there. */
const auditEvents = [
  'Created user',
  'Deleted user',
  'Invited user',
  'Updated user profile',
  'Requested password reset',
  'Changed password',
  'Created user via SCIM',
  'Updated user via SCIM',
  'Deleted user via SCIM',
  'Created group via SCIM',
  'Updated group via SCIM',
  'Deleted group via SCIM',
  'Assigned role to user',
  'Created group',
  'Updated group',
  'Deleted group',
  'Created user attribute',
  'Updated user attribute',
  'Deleted user attribute',
] as const;

export type AuditEvent = (typeof auditEvents)[number];
