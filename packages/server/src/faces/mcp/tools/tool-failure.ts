import type { CallToolResult } from '@modelcontextprotocol/server';
import { toolError } from '@orrery/agents';
import { RequestError } from '@orrery/kernel';
import { presentError } from '@orrery/runtime';
import type { FastifyBaseLogger } from 'fastify';

interface FailedCall {
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

/** The result of a call that failed: what is wrong, and what to do next, in words that an assistant can act on. */
export function failureOf(error: unknown, { requestId, log }: FailedCall): CallToolResult {
  const { status } = presentError(error, { requestId, isDevelopment: false });
  if (status >= 500) log[error instanceof RequestError ? 'warn' : 'error']({ err: error }, 'a tool failed');
  const { error: text } = toolError(error, requestId);
  const told = text.replace(/^Error: /, '').replace(/\.$/, '');
  return { isError: true, content: [{ type: 'text', text: `${told}. ${nextStep(status, requestId)}` }] };
}

function nextStep(status: number, requestId: string): string {
  switch (status) {
    case 400:
      return 'Correct the input and call the tool again; searchModel returns the names that there are.';
    case 401:
    case 403:
      return 'Do not try this again; tell the user what the credential of this server lacks.';
    case 404:
      return 'Look for what there is with listDeployments or searchModel.';
    case 429:
    case 503:
      return 'Wait for some seconds, then call the tool again.';
    default:
      if (status < 500) return 'Change the input and call the tool again.';
      return `Tell the user that the call failed; the log says more of request ${requestId}.`;
  }
}
