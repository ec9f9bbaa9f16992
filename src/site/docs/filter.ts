import { type Html, html } from '../frame/html.ts'

/**
 * What filters a page while something is typed. Its script shows it, and looks for sections of `data-group` with entries of `data-entry`
 * in them: the word for what they are. An entry says what it is about in `data-about`, and may have rows below `data-rows`. What is
 * marked with `data-unless-filtered` makes room for what was found.
 */
export const filterForm = (what: string, placeholder: string): Html =>
  html`<form class="filter" data-filter role="search" aria-label="${what}" hidden><label for="filter">Filter ${what}</label><input id="filter" class="field" type="search" autocomplete="off" spellcheck="false" placeholder="${placeholder}" aria-describedby="filter-help"><output for="filter"></output><p id="filter-help" class="quiet">Press <kbd>/</kbd> to come here, <kbd>Esc</kbd> to see everything again.</p></form>`

/** What stands in place of entries where none is left. */
export const nothingFound = (advice: Html): Html =>
  html`<div class="nothing" data-nothing hidden><p>Nothing here has <q></q>.</p><p>${advice} <button type="button" class="button">Show everything</button></p></div>`
