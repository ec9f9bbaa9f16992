import { ExploreAsOfDocument } from '../../../../built/documents.js'
import { fullDate, shortDate } from '../format.ts'
import { useQuery } from '../graph/use-query.ts'

/** The date of the data, where it is known. */
export const AsOf = () => {
  const asOf = useQuery(ExploreAsOfDocument, {}).data?.dataset?.asOf
  if (asOf == null) return null
  return (
    <>
      Data as of{' '}
      <time dateTime={asOf} title={fullDate(asOf)}>
        {shortDate(asOf)}
      </time>
      .{' '}
    </>
  )
}
