/** Removes duplicates, ignoring case, and keeps the order. */
export const eachOnce = (names: readonly string[]): string[] => {
  const known = new Map<string, string>()
  for (const name of names) if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name)
  return [...known.values()]
}
