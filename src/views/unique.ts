/** Each name once, in the order given; upper and lower case are the same. */
export const eachOnce = (names: readonly string[]): string[] => {
  const known = new Map<string, string>()
  for (const name of names) if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name)
  return [...known.values()]
}
