/**
 * Makes loops whose requests end when they are left, before the first step and while they wait too, and when they fail. Only
 * `return()` leaves a loop; `throw()` waits for the step, as it does in every generator.
 *
 * @param by ends the loops with its reason
 * @returns the signal for the requests and waits of the loops, and a function that makes a loop of its steps
 */
export function leavable(by: AbortSignal | undefined) {
  const end = new AbortController();
  const loop = <T>(steps: AsyncGenerator<T, void>): AsyncGenerator<T, void> => {
    const [next, leave] = [steps.next.bind(steps), steps.return.bind(steps)];
    let isLeft = false;
    const over = (error: unknown) => {
      end.abort();
      if (!isLeft) throw error;
      return { done: true, value: undefined } as const;
    };
    return Object.assign(steps, {
      next: () => next().catch(over),
      return: () => {
        isLeft = true;
        end.abort();
        return leave().catch(over);
      },
    });
  };
  return { signal: by ? AbortSignal.any([by, end.signal]) : end.signal, loop };
}
