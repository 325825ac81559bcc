/**
 * Describes the MCP server as a protected resource (RFC 9728). `offline_access` is a matter of the authorization server and
 * not listed here: clients would ask for every scope that they find.
 */
export function resourceMetadata({ issuer, resource }: { readonly issuer: string; readonly resource: string }) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: ['mcp-agent-access'],
    bearer_methods_supported: ['header'],
    resource_name: 'Orrery',
  };
}
