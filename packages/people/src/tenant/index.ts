export { EmbedTenantService } from './embed-tenant-service.ts';
export { externalIdFault, type ExternalUser, tenantNameFault } from './embed-tenant.ts';
