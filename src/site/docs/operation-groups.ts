import { operations, type RestOperation } from '../../rest/operations.ts'
import { type Html, html } from '../frame/html.ts'

/** Not the bare name: an operation may be called like its group. */
const anchorOf = (group: string) => `group-${group.toLowerCase()}`
const groups: readonly string[] = [...new Set(operations.map(({ group }) => group))]

/** Links to every group and its operations, for the list beside a page. */
export const groupLinks: Html = html`${groups.map((group) => html`<li><a href="#${anchorOf(group)}">${group}</a><ul>${operations.filter((operation) => operation.group === group).map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}</ul></li>`)}`

/** What an operation is called by. */
export const routeLine = ({ path }: RestOperation): Html =>
  html`<p class="route" data-about><code>GET</code> <code>${path}</code></p>`

/** A section for each group of operations, with what is made of each element that has one of its operations. */
export const groupSections = <T extends { operation: { group: string } }>(
  elements: readonly T[],
  entry: (element: T, index: number) => Html | null
): Html => {
  const made = elements.map(entry)
  return html`${groups.map((group) => {
    const rows = made.filter((_, index) => elements[index]?.operation.group === group)
    return html`<section data-group="${anchorOf(group)}" aria-labelledby="${anchorOf(group)}"><h2 id="${anchorOf(group)}">${group}</h2>${rows}</section>`
  })}`
}
