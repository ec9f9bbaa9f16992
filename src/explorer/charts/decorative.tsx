import type { ComponentChildren } from 'preact'

/** A part of a drawing that says nothing to whoever hears the page: what it shows is told in words elsewhere. */
export const Decorative = ({ class: name, children }: { class: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of shapes takes no focus
  <g class={name} aria-hidden="true">
    {children}
  </g>
)
