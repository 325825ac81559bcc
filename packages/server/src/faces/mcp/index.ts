export { type McpServices, registerMcpRoute } from './mcp-route.ts';
