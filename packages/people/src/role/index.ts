export { type TestCondition, conditionSql } from './condition.ts';
export type { CustomRole, CustomRoleInput } from './custom-role.ts';
export { clearPolicies, policiesOfUser, policiesOfViewers, policiesOn } from './policies-in-sql.ts';
export { readRolesOf } from './read-roles.ts';
export { ResourcePolicyService } from './resource-policy-service.ts';
export type { PolicySubject, ResourceType } from './resource-policy.ts';
export { type ChangedRoles, RoleService } from './role-service.ts';
export { RoleStore } from './role-store.ts';
