import { addToShortlist, isShortlisted, maxShortlisted, removeFromShortlist, useShortlist } from '../shortlist.ts'
import { ListedIcon, ListIcon } from './icons.tsx'

type ToggleProps = {
  username: string
  /** With a label where there is space, else an icon only. */
  size?: 'worded' | 'sign'
}

/** Adds a creator to the shortlist, or removes them. */
export const ShortlistToggle = ({ username, size = 'sign' }: ToggleProps) => {
  const list = useShortlist()
  const isOn = isShortlisted(list, username)
  const isFull = !isOn && list.handles.length >= maxShortlisted
  const label = isFull ? `The shortlist is full: it holds ${maxShortlisted}` : `Shortlist @${username}`
  return (
    <button
      type="button"
      class={`shortlist-toggle ${size === 'worded' ? 'button' : 'sign'}`}
      aria-pressed={isOn}
      aria-disabled={isFull}
      aria-label={label}
      title={isFull ? label : isOn ? 'Remove from the shortlist' : 'Add to the shortlist'}
      onClick={() => {
        if (isOn) removeFromShortlist(username)
        else if (!isFull) addToShortlist([username])
      }}
    >
      {isOn ? <ListedIcon /> : <ListIcon />}
      {size === 'worded' && <span>{isOn ? 'Shortlisted' : 'Shortlist'}</span>}
    </button>
  )
}
