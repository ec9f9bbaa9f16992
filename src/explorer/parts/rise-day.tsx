import { shortDate } from '../format.ts'
import type { Rise } from '../timeline/rise.ts'
import { RiseIcon } from './icons.tsx'

/** The day on which use rose, if it did, in small print. */
export const RiseDay = ({ rise }: { rise: Rise | null | undefined }) => {
  if (rise?.kind !== 'rise') return null
  const at = new Date(rise.at).toISOString()
  return (
    <span class="took-off">
      <RiseIcon /> Rise on <time dateTime={at}>{shortDate(at)}</time>
    </span>
  )
}
