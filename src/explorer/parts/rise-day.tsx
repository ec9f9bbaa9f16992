import { shortDate } from '../format.ts'
import type { Rise } from '../timeline/rise.ts'
import { RiseIcon } from './icons.tsx'

/** The day something took off, where it did, small beside what tells of it. */
export const RiseDay = ({ rise }: { rise: Rise | null | undefined }) => {
  if (rise?.kind !== 'rise') return null
  const at = new Date(rise.at).toISOString()
  return (
    <span class="took-off">
      <RiseIcon /> Took off <time dateTime={at}>{shortDate(at)}</time>
    </span>
  )
}
