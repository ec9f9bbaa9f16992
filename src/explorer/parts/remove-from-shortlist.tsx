import { focusContent } from '../navigation.tsx'
import { removeFromShortlist } from '../shortlist.ts'
import { CrossIcon } from './icons.tsx'

/** Removes a creator from the shortlist and moves the focus to the content, as the button disappears. */
export const RemoveFromShortlist = ({ handle }: { handle: string }) => (
  <button
    type="button"
    class="sign"
    aria-label={`Remove @${handle} from the shortlist`}
    onClick={() => {
      removeFromShortlist(handle)
      focusContent()
    }}
  >
    <CrossIcon />
  </button>
)
