import { focusContent } from '../navigation.tsx'
import { removeFromShortlist } from '../shortlist.ts'
import { CrossIcon } from './icons.tsx'

/** Takes a creator off the shortlist, and the focus to the content, as the button goes with the creator. */
export const RemoveFromShortlist = ({ handle }: { handle: string }) => (
  <button
    type="button"
    class="sign"
    aria-label={`Take @${handle} off the shortlist`}
    onClick={() => {
      removeFromShortlist(handle)
      focusContent()
    }}
  >
    <CrossIcon />
  </button>
)
