/** Ends the request of an answer whose rest is not needed. */
export function release(body: Pick<ReadableStream, 'cancel'> | null): void {
  body?.cancel().catch(() => {}); // a line that is broken cannot be cancelled
}
