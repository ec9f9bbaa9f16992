import { firstList } from '../../views/route.ts'
import { ListView } from './list.tsx'

/** All lists of this browser. */
export const ListsView = () => <ListView name={firstList} handles={null} />
