/** Whether a text such as 2026-05-01 is a valid date. `Date.parse` reads the 30th of February as the 2nd of March. */
export const isCalendarDay = (day: string): boolean => {
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
