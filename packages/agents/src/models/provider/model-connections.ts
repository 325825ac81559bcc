import { type CallTimes, type NetworkRule, ServerConnections } from '@orrery/engines';

/** Time for the pieces of a call; models that think may be silent for long. */
const usualTimes: CallTimes = { connectMs: 10_000, firstByteMs: 120_000, pauseMs: 120_000 };
/** Largest answer of one call. Long ones have some hundred kilobytes. */
const mostBytes = 16 * 1024 * 1024;

/** Connections to servers of models: those registered over the API are named by users, those of `orrery.yml` by the operator. */
export function modelConnections(rule: NetworkRule, times: Partial<CallTimes> = {}): ServerConnections {
  return new ServerConnections(rule, {
    server: 'The server of the model',
    times: { ...usualTimes, ...times },
    mostBytes,
  });
}
