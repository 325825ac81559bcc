export { allEmbedUsers, EmbedTenantService, type TenantContent } from './embed-tenant-service.ts';
export {
  type CountedTenant,
  externalIdFault,
  type ExternalUser,
  tenantNameFault,
  type ViewerGroup,
} from './embed-tenant.ts';
export { type ListedViewer, ViewerService } from './viewer-service.ts';
