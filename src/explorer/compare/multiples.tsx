import type { ComponentChildren } from 'preact'

/** A row of panels has at most so many, however wide the window is. */
const mostAcross = 4

/** A panel for each creator, in rows that are as even as their number allows: five are three and two, not four and one. */
export const Multiples = ({ count, children }: { count: number; children: ComponentChildren }) => {
  const rows = Math.ceil(count / mostAcross)
  return (
    <div class="multiples" style={{ '--across': Math.ceil(count / Math.max(1, rows)) }}>
      {children}
    </div>
  )
}
