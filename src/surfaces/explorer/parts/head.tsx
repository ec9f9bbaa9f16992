import type { ComponentChildren } from 'preact'

type HeadProps = { kind: ComponentChildren; name: string; picture?: ComponentChildren; children: ComponentChildren }

/** The head of a thing's page. `kind`: the noun for it; `children`: its numbers, and what can be done. */
export const Head = ({ kind, name, picture, children }: HeadProps) => (
  <header class="head">
    {picture}
    <div class="about">
      <p class="quiet small kind">{kind}</p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {children}
    </div>
  </header>
)
