import { Fragment } from 'preact'

/** A handle that may wrap after its dots and underscores. */
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
