/** What a mark of a cell says to people who do not see its colour; it follows the text of the cell. */
export const toneTexts = {
  positive: ', marked as good',
  warning: ', marked as a warning',
  negative: ', marked as bad',
} as const;
