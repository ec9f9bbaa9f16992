import type { Exportable } from '../export/export.ts'
import type { CodeProps } from './code.tsx'
import { ExportMenu } from './export-menu.tsx'

type TitleLineProps = {
  /** Id for the section's `aria-labelledby`. */
  id: string
  title: string
  /** `source`: the query behind it, when it is not that of the view. */
  exported: Exportable & { source?: CodeProps }
}

/** The heading of a section, with its export menu. */
export const TitleLine = ({ id, title, exported }: TitleLineProps) => (
  <div class="title-line">
    <h2 id={id}>{title}</h2>
    <ExportMenu {...exported} />
  </div>
)
