/** Ends the request of an answer that nobody reads on. */
export function release(body: Pick<ReadableStream, 'cancel'> | null): void {
  body?.cancel().catch(() => {}); // a line that is broken cannot be cancelled
}

/** Ends what a generator reads from as soon as the generator is left: before its first step and while it waits, too. */
export function leavable<T>(generator: AsyncGenerator<T, void>, leave: () => unknown): AsyncGenerator<T, void> {
  const end = generator.return.bind(generator);
  generator.return = (value) => {
    const ended = end(value); // after the step that waits
    leave();
    return ended;
  };
  return generator;
}
