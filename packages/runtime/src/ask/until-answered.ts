/** Asks again as long as the answer is to wait. @throws the reason of the signal */
export async function untilAnswered<Outcome extends { readonly kind: string }>(
  ask: () => Promise<Outcome>,
  signal: AbortSignal,
): Promise<Exclude<Outcome, { readonly kind: 'wait' }>> {
  for (;;) {
    signal.throwIfAborted();
    const outcome = await ask();
    if (isAnswered(outcome)) return outcome;
  }
}

function isAnswered<Outcome extends { readonly kind: string }>(
  outcome: Outcome,
): outcome is Exclude<Outcome, { readonly kind: 'wait' }> {
  return outcome.kind !== 'wait';
}
