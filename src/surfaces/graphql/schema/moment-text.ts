const secondsPerDay = 86_400

/** Cache of date prefixes. Formatting a date takes ten times as long as the remainder, and records read together share few days. */
const days = new Map<number, string>()
/** Maximum cached days, some decades. */
const mostDays = 10_000

/** From 00 to 59. */
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** Unix seconds as ISO 8601. A flat string, which halves the time to write it as JSON. */
export const momentText = (seconds: number): string => {
  if (!Number.isInteger(seconds)) return new Date(seconds * 1_000).toISOString()
  const day = Math.floor(seconds / secondsPerDay)
  const second = seconds - day * secondsPerDay
  const [hours, minutes] = [Math.floor(second / 3_600), Math.floor(second / 60) % 60]
  return [
    days.get(day) ?? newDay(day),
    twoDigits[hours],
    ':',
    twoDigits[minutes],
    ':',
    twoDigits[second % 60],
    '.000Z'
  ].join('')
}

const newDay = (day: number): string => {
  const [text = ''] = new Date(day * secondsPerDay * 1_000).toISOString().split('T')
  if (days.size === mostDays) days.clear()
  days.set(day, `${text}T`)
  return `${text}T`
}
