import { Fragment } from 'preact'

/** A handle, which breaks behind its dots and underscores where a line is too short for all of it. */
export const Handle = ({ name }: { name: string }) => (
  <>
    @
    <bdi>
      {name.split(/(?<=[._])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  </>
)
