export { provenanceOf, type StatementProvenance } from './provenance-of.ts';
export { type AppliedRestriction, type RightsToMembers, rightsToMembers } from './rights-to-members.ts';
