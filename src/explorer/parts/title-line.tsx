import type { Exportable } from '../export/export.ts'
import { TakeAway } from './export-menu.tsx'

type TitleLineProps = {
  /** Id for the section's `aria-labelledby`. */
  id: string
  title: string
  taken: Exportable
}

/** The heading of a section, with its export menu. */
export const TitleLine = ({ id, title, taken }: TitleLineProps) => (
  <div class="title-line">
    <h2 id={id}>{title}</h2>
    <TakeAway {...taken} />
  </div>
)
