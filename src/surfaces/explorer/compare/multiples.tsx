import type { ComponentChildren } from 'preact'

/** Most panels in a row, whatever the window's width. */
const mostAcross = 4

/** A panel for each creator in balanced rows: five are three and two, not four and one. */
export const Multiples = ({ count, children }: { count: number; children: ComponentChildren }) => {
  const rows = Math.ceil(count / mostAcross)
  return (
    <div class="columns multiples" style={{ '--across': Math.ceil(count / Math.max(1, rows)) }}>
      {children}
    </div>
  )
}
