import { maxListed } from '../../views/route.ts'
import { addToList, currentList, isListed, removeFromList, useLists } from '../lists.ts'
import { ListedIcon, ListIcon } from './icons.tsx'

type ToggleProps = {
  username: string
  /** With a label where there is space, else an icon only. */
  size?: 'worded' | 'sign'
}

/** Adds a creator to the current list, or removes them. */
export const ListToggle = ({ username, size = 'sign' }: ToggleProps) => {
  const list = currentList(useLists())
  const isOn = isListed(list, username)
  const isFull = !isOn && list.handles.length >= maxListed
  const label = isFull ? `${list.name} is full: it holds ${maxListed}` : `Add @${username} to ${list.name}`
  return (
    <button
      type="button"
      class={`button list-toggle ${size === 'worded' ? '' : 'sign'}`}
      aria-pressed={isOn}
      aria-disabled={isFull}
      aria-label={size === 'worded' && !isFull ? undefined : label}
      title={isFull ? label : isOn ? `Remove from ${list.name}` : `Add to ${list.name}`}
      onClick={() => {
        if (isOn) removeFromList([username])
        else if (!isFull) addToList([username])
      }}
    >
      {isOn ? <ListedIcon /> : <ListIcon />}
      {size === 'worded' &&
        (isFull ? (
          <span>{list.name} is full</span>
        ) : (
          <span>
            {isOn ? 'On ' : 'Add '}
            {!isOn && (
              <>
                <span class="unseen">@{username} </span>to{' '}
              </>
            )}
            {list.name}
          </span>
        ))}
    </button>
  )
}
