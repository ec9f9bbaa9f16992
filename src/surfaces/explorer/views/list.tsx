import { useId, useState } from 'preact/hooks'
import { counted } from '../format.ts'
import { splitHandles } from '../handles.ts'
import { ListTable } from '../list/list-table.tsx'
import { PasteHandles } from '../list/paste-handles.tsx'
import {
  type CreatorList,
  chooseList,
  currentList,
  deleteList,
  listLimits,
  listNamed,
  makeList,
  removeFromList,
  renameList,
  undoRemoval,
  useLists
} from '../lists.ts'
import { focusContent, Link, navigate } from '../navigation.tsx'
import { CopyAddress } from '../parts/copy-address.tsx'
import { Empty } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { addressOf, comparable, maxListed, type Route } from '../route.ts'

const { least, most } = comparable

const findCreators: Route = { view: 'find', of: 'creators', conditions: {}, order: null, as: 'table' }

const ownList = (name: string): Route => ({ view: 'list', name, handles: null })

/** A field with a button, for the name of a list. */
const NameForm = ({ label, onName }: { label: string; onName: (name: string) => void }) => {
  const id = useId()
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        const name = new FormData(event.currentTarget).get('name')
        if (typeof name === 'string' && name.trim() !== '') onName(name)
        event.currentTarget.reset()
      }}
    >
      <label class="unseen" for={id}>
        {label}
      </label>
      <input id={id} name="name" type="text" placeholder={label} maxLength={listLimits.name} />
      <button type="submit" class="button">
        {label}
      </button>
    </form>
  )
}

const Chosen = ({ chosen }: { chosen: readonly string[] }) =>
  chosen.length >= least ? (
    <Link class="button primary" to={{ view: 'compare', names: chosen }}>
      Compare {chosen.length}
    </Link>
  ) : (
    <span class="quiet">
      Choose {least} to {most} to compare
    </span>
  )

/** Makes, renames and deletes lists. */
const Management = ({ name, lists }: { name: string | null; lists: number }) => (
  <details class="more">
    <summary class="button">{name === null ? 'New list' : 'New list, rename, delete'}</summary>
    <div class="row">
      {lists < listLimits.lists ? (
        <NameForm
          label="New list"
          onName={(wanted) => {
            const created = makeList(wanted)
            if (created !== null) navigate(ownList(created), true)
          }}
        />
      ) : (
        <p class="quiet">There are {listLimits.lists} lists, as many as there can be.</p>
      )}
      {name !== null && (
        <>
          <NameForm label="Rename" onName={(next) => navigate(ownList(renameList(name, next)), true)} />
          <button
            type="button"
            class="button"
            onClick={() => {
              deleteList(name)
              navigate({ view: 'lists' }, true)
              focusContent()
            }}
          >
            {lists === 1 ? 'Delete its creators' : 'Delete this list'}
          </button>
        </>
      )}
    </div>
  </details>
)

const notKept = 'not kept: this browser allows no storage, or it is full. The lists last until the page is closed.'

type OwnListProps = { list: CreatorList; lists: number; isCurrent: boolean }

const OwnList = ({ list: { name, handles }, lists, isCurrent }: OwnListProps) => {
  const [selected, choose] = useState<readonly string[]>([])
  // A creator removed from the list is no longer selected.
  const chosen = selected.filter((handle) => handles.includes(handle))
  return (
    <>
      <div class="toolbar">
        <p class="quiet">
          {counted(handles.length, 'creator', 'creators')} of at most {maxListed},{' '}
          {useLists().isKept ? 'kept in this browser only.' : notKept}
        </p>
        {!isCurrent && (
          <button type="button" class="button" onClick={() => chooseList(name)}>
            Add to this list from now on
          </button>
        )}
        <Management key={name} name={name} lists={lists} />
        {handles.length > 0 && (
          <>
            <CopyAddress of={{ view: 'list', name, handles }} label="Copy link to the list" />
            <Chosen chosen={chosen} />
          </>
        )}
      </div>
      {handles.length === 0 ? (
        <Empty title="Nobody is on this list">
          <p>
            The list icon next to a name adds a creator: where you <Link to={findCreators}>find creators</Link>, in a
            search, or among followers. Or paste handles.
          </p>
        </Empty>
      ) : (
        <ListTable
          name={name}
          handles={handles}
          chosen={chosen}
          choose={choose}
          remove={(handle) => {
            removeFromList([handle], name)
            focusContent()
          }}
        />
      )}
      <PasteHandles key={name} list={name} />
    </>
  )
}

/** A list that came with a link. */
const SharedList = ({ name, names }: { name: string; names: readonly string[] }) => {
  const { all } = useLists()
  const [chosen, choose] = useState<readonly string[]>([])
  const { handles, others } = splitHandles(names)
  const keep = () => {
    const created = makeList(name, handles)
    if (created !== null) navigate(ownList(created), true)
  }
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <div class="toolbar">
        <p class="quiet">
          A list of {counted(handles.length, 'creator', 'creators')} that came with the link.
          {others.length > 0 && ` ${others.length} in it could not be understood.`}
        </p>
        <Chosen chosen={chosen} />
        {all.length < listLimits.lists ? (
          <button type="button" class="button" onClick={keep}>
            Save to my lists
          </button>
        ) : (
          <span class="quiet">You have {listLimits.lists} lists: delete one to keep this</span>
        )}
      </div>
      <ListTable name={name} handles={handles} chosen={chosen} choose={choose} remove={null} />
    </>
  )
}

/** `name`: the list, or null for the current one. `handles`: those of a list that came with a link. */
export const ListView = ({ name, handles }: { name: string | null; handles: readonly string[] | null }) => {
  const lists = useLists()
  if (name !== null && handles !== null)
    return <SharedList key={addressOf({ view: 'list', name, handles })} name={name} names={handles} />
  const list = name === null ? currentList(lists) : listNamed(lists, name)
  return (
    <>
      <h1>Lists</h1>
      <Tabs
        label="Lists"
        tabs={lists.all.map((own) => [
          `${own.name} (${own.handles.length})`,
          ownList(own.name),
          own.name === list?.name
        ])}
      >
        {lists.before !== null && (
          <p class="note">
            Removed.{' '}
            <button type="button" class="button quiet" onClick={undoRemoval}>
              Undo
            </button>
          </p>
        )}
        {list === null ? (
          <Empty title="No such list in this browser">
            <p>Lists are kept in the browser that made them. A link to a list carries its creators.</p>
            <Management name={null} lists={lists.all.length} />
          </Empty>
        ) : (
          <OwnList key={list.name} list={list} lists={lists.all.length} isCurrent={list.name === lists.current} />
        )}
      </Tabs>
    </>
  )
}
