/** Keys that a word and others like it have in common. */
export const typoKeys = (_word: string): readonly string[] => []
