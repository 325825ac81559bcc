/** Number of questions in all; `npm run prove` asks for more. */
export function questionsOr(usual: number): number {
  return Number(process.env.ORRERY_PROVE_RUNS ?? usual);
}

/** Tests of random questions end when they are asked. */
export const patienceMs = 4 * 3_600_000;

/** Settings of fast-check for a number of random models. */
export function settingsFor(models: number) {
  /** Where to start in what a seed makes: the `path` a failure tells, to see it again at once. */
  const path = process.env.ORRERY_PROVE_PATH;
  return {
    numRuns: Math.ceil(models),
    seed: Number(process.env.ORRERY_PROVE_SEED ?? 20240515),
    endOnFailure: true,
    ...(path === undefined ? {} : { path }),
  };
}
