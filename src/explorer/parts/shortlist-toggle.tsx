import { addToShortlist, isShortlisted, maxShortlisted, removeFromShortlist, useShortlist } from '../shortlist.ts'
import { ListedIcon, ListIcon } from './icons.tsx'

type ToggleProps = {
  username: string
  /** With its words where there is room, else as a sign alone. */
  size?: 'worded' | 'sign'
}

/** Puts a creator on the shortlist, and takes them off it. */
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
      title={isFull ? label : isOn ? 'Take off the shortlist' : 'Add to the shortlist'}
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
