import { z } from 'zod';
import { type Operation, post } from './operation.ts';
import { byScopes } from './takes.ts';

/** The Model Context Protocol, at `/api/mcp`: tools for assistants. Its messages are those of JSON-RPC. */
export const mcpOperations = {
  call: post('', {
    id: 'callMcp',
    tag: 'MCP',
    summary: 'Tools for assistants, by the Model Context Protocol over streamable HTTP without sessions',
    takes: byScopes({ callers: ['person', 'viewer', 'token'], viewers: 'read' }, 'mcp-agent-access'),
    body: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
    answer: z.looseObject({ jsonrpc: z.literal('2.0') }),
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }),
} satisfies Readonly<Record<string, Operation>>;
