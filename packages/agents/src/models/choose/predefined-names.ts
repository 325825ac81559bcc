/**
 * Names of models that agents may use without a registration of that name, each with what the names of its provider
 * have in common.
 */
const stems: ReadonlyMap<string, string> = new Map([
  ['claude_3_5_sonnetv2', 'claude-3-5-sonnet'],
  ['claude_3_7_sonnet', 'claude-3-7-sonnet'],
  ['claude_3_7_sonnet_thinking', 'claude-3-7-sonnet'],
  ['claude_4_sonnet', 'claude-sonnet-4'],
  ['claude_4_5_sonnet', 'claude-sonnet-4-5'],
  ['claude_4_5_haiku', 'claude-haiku-4-5'],
  ['claude_4_5_opus', 'claude-opus-4-5'],
  ['claude_4_6_sonnet', 'claude-sonnet-4-6'],
  ['claude_4_6_opus', 'claude-opus-4-6'],
  ['claude_4_7_opus', 'claude-opus-4-7'],
  ['gpt_4o', 'gpt-4o'],
  ['gpt_4_1', 'gpt-4.1'],
  ['gpt_4_1_mini', 'gpt-4.1-mini'],
  ['gpt_5', 'gpt-5'],
  ['gpt_5_mini', 'gpt-5-mini'],
  ['gpt_5_3', 'gpt-5.3'],
  ['gpt_5_4', 'gpt-5.4'],
  ['o3', 'o3'],
  ['o4_mini', 'o4-mini'],
]);

/** Names that ask for thinking. */
export const thinkingNames: ReadonlySet<string> = new Set(['claude_3_7_sonnet_thinking']);

/**
 * Whether a provider's name is one of a predefined model: `us.anthropic.claude-sonnet-4-5-20250929-v1:0` of
 * `claude_4_5_sonnet`. Other sizes and versions are other models.
 */
export function isPredefined(name: string, model: string): boolean {
  const stem = stems.get(name);
  if (stem === undefined) return false;
  const begin = model.lastIndexOf(stem);
  if (begin < 0) return false;
  const [before, after] = [model.slice(0, begin), model.slice(begin + stem.length)];
  return (
    /^(?:.*[/.]|databricks-)?$/.test(before) &&
    /^(?:-v\d+)?(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest|0))?(?:-v\d+(?::\d+)?)?$/.test(after)
  );
}
