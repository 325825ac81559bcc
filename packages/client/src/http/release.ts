/** Ends the request of an answer that nobody reads on. */
export function release(body: Pick<ReadableStream, 'cancel'> | null): void {
  body?.cancel().catch(() => {}); // a line that is broken cannot be cancelled
}
