/** Tokens a document may have: bounds the work of parsing and of the rules that compare fields pairwise. */
export const maxTokens = 5_000

/**
 * Selections a document may come to when its fragments are written out. Fragments that use each other twice double it at
 * each level; beyond this nobody wrote it for its answer.
 */
export const maxSelections = 50_000
