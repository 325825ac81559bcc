/** Sentences about model files. */
export const modelMessages = {
  'model.unknown-key': (p: { key: string; where: string }) => `Unknown key '${p.key}' in ${p.where}`,
} as const;
