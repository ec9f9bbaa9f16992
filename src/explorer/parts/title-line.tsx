import type { Exportable } from '../export/export.ts'
import { TakeAway } from './export-menu.tsx'

type TitleLineProps = {
  /** By which the section names its heading. */
  id: string
  title: string
  taken: Exportable
}

/** The heading of a section, and ways to take along what is in it. */
export const TitleLine = ({ id, title, taken }: TitleLineProps) => (
  <div class="title-line">
    <h2 id={id}>{title}</h2>
    <TakeAway {...taken} />
  </div>
)
