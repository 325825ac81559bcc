/** Instant of the clock of the examples. */
export const now = Date.UTC(2026, 4, 20, 9);

const at = new Date(now).toISOString();
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.e30.signature'],
  [/\bsk-[\w-]{20,}/g, 'sk-0123456789abcdef'],
  [/(?<="userCode\\?":\\?")[A-Z]{4}-[A-Z]{4}/g, 'WNFP-TDSH'],
  [/(?<="code\\?":\\?")[B-Z]{4}-[B-Z]{4}-[B-Z]{4}/g, 'BCDF-GHJK-LMNP'],
  [/\boc-[\w-]{22}/g, 'oc-h1WbQyLx0cV8mT2sKf4pRA'],
  [/(?<!\w)[\w-]{43}(?![\w-])/g, 'TGrfv9Dq71L33MjTYOHtA5Vf6JtUV1itR0tCbgpxxZs'],
  [/\bocs-[\w-]{43}/g, 'ocs-Zx3c8Qm1fVb6Tn0sJd5yKp2rLw7uHg4aEoRiCtXkNvM'],
  [/(?<="secretTail":")[\w-]{4}/g, 'kNvM'],
  [/(?<="+tail\\?"+:\\?"+)[\w-]{4}/g, 'vqYc'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '6f0d6d0e-2a51-4b8e-9a0c-0d3c1f6b7a11'],
  [/\b20(?!26-0[1-5]|24)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, at],
  [/(?<="(?:latencyMs|durationMs|engineMs|totalMs)\\?":|"timingsMs":\{[^}]*)(?<=:)\d+(?:\.\d+)?/g, '12'],
  [/(?<="key":"|\/sso\/)[a-z2-9]{10}(?=["/])/g, 'k7w2m9x4ab'],
  [/(?<="(?:publicId|dashboardPublicId)":")[\w-]+/g, '8m2Xq0aZkP4v'],
  [/http%3A%2F%2F127\.0\.0\.1%3A\d+/g, 'https%3A%2F%2Forrery.example.com'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://orrery.example.com'],
];

/** Replaces what differs with each run: ids that are random, credentials, durations, and the address of the server. */
export function settle(text: string): string {
  return patterns.reduce((settled, [pattern, by]) => settled.replaceAll(pattern, by), text);
}

/** Longer answers are shown with the beginning of their lists. */
const longestShown = 6_000;
const shownItems = 2;

/** An answer as an example shows it. */
export function shownOf(answer: unknown): unknown {
  const text = JSON.stringify(answer);
  const shown = text.length <= longestShown ? answer : JSON.parse(text, shorten);
  return JSON.parse(settle(JSON.stringify(shown)));
}

function shorten(_: string, value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, shownItems) : value;
}
