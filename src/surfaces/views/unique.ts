/** Removes duplicates, ignoring case, and keeps the order. */
export const eachOnce = (names: readonly string[]): string[] => {
  const distinct = new Map<string, string>()
  for (const name of names) if (!distinct.has(name.toLowerCase())) distinct.set(name.toLowerCase(), name)
  return [...distinct.values()]
}
