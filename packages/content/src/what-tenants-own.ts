import { clearPolicies, type TenantContent } from '@orrery/people';
import { itemKinds, sharedAs, spaceOf } from './item/index.ts';

/** Folders, workbooks and reports of viewers in creator mode. */
export const itemsOfTenants: TenantContent = {
  async deleteTenant(writer, accountId, tenantId) {
    const types = itemKinds.map((kind) => sharedAs[kind].type);
    const items = writer.selectFrom('content_item').select('id').where('space', '=', spaceOf(tenantId));
    await clearPolicies(writer, accountId, types, items);
    await writer.deleteFrom('content_item').where('space', '=', spaceOf(tenantId)).execute();
  },
};
