import type { ComponentChildren } from 'preact'

/** A drawing hidden from screen readers: text elsewhere says the same. */
export const Decorative = ({ class: name, children }: { class: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of shapes takes no focus
  <g class={name} aria-hidden="true">
    {children}
  </g>
)
