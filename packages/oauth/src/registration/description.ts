import { isDeeperThan } from '@orrery/contract';
import { z } from 'zod';

const deepest = 8;

/** Members of RFC 7591 that are read in what a client says of itself; others are dropped, as its section 2 has it. */
export const describedMembers = {
  redirect_uris: z.array(z.string()),
  client_name: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
  scope: z.string().optional(),
};

type ParsedDescription =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: 'it is no JSON' | 'it is nested too deeply' };

/** Parses what a client says of itself. */
export function parseDescription(text: string): ParsedDescription {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: 'it is no JSON' };
  }
  return isDeeperThan(value, deepest) ? { ok: false, fault: 'it is nested too deeply' } : { ok: true, value };
}
