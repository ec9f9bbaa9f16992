import type { SourceLacks } from '../../../store/source.ts'
import { operations, type RestOperation } from '../../rest/operations.ts'
import { type Html, html } from '../frame/html.ts'

/** Prefixed, because an operation may have its group's name. */
const anchorOf = (group: string) => `group-${group.toLowerCase()}`
const groups: readonly string[] = [...new Set(operations.map(({ group }) => group))]

/** Links to every group and its operations, for the page's sidebar. */
export const groupLinks: Html = html`${groups.map((group) => html`<li><a href="#${anchorOf(group)}">${group}</a><ul>${operations.filter((operation) => operation.group === group).map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}</ul></li>`)}`

/** Method and path of an operation. */
export const routeLine = ({ path }: RestOperation): Html =>
  html`<p class="route" data-about><code>GET</code> <code>${path}</code></p>`

/** A section per group of operations with content for each element. */
export const groupSections = <T extends { operation: { group: string } }>(
  elements: readonly T[],
  entry: (element: T, index: number) => Html | null
): Html => {
  const entries = elements.map(entry)
  return html`${groups.map((group) => {
    const rows = entries.filter((_, index) => elements[index]?.operation.group === group)
    return html`<section data-group="${anchorOf(group)}" aria-labelledby="${anchorOf(group)}"><h2 id="${anchorOf(group)}">${group}</h2>${rows}</section>`
  })}`
}

/** Says that this server can never answer an operation, and what it has instead. */
export const lackingLine = ({ id }: RestOperation, lacks: SourceLacks | null = null): Html | null => {
  const reason = lacks?.operations[id]
  return reason === undefined
    ? null
    : html`<p class="lacking" data-about><strong>Not available on this server.</strong> ${reason}.</p>`
}
