import { shortDate } from '../format.ts'
import type { TakeOff } from '../life/took-off.ts'
import { RiseIcon } from './icons.tsx'

/** The day something took off, where it did, small beside what tells of it. */
export const TookOffDay = ({ tookOff }: { tookOff: TakeOff | null | undefined }) => {
  if (tookOff?.kind !== 'rise') return null
  const at = new Date(tookOff.at).toISOString()
  return (
    <span class="took-off">
      <RiseIcon /> Took off <time dateTime={at}>{shortDate(at)}</time>
    </span>
  )
}
