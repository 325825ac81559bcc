/** Hidden texts of marked cells, for people who do not see the colour; each follows the text of its cell. */
export const toneTexts = {
  positive: ', marked as good',
  warning: ', marked as a warning',
  negative: ', marked as bad',
} as const;
