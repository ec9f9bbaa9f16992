import { type Html, html } from '../frame/html.ts'

/**
 * The filter field of a page. Its script filters sections with `data-group` and their entries with `data-entry` (the word for what they
 * are). `data-about` is the text an entry is found by, `data-rows` marks rows within it, and elements with `data-unless-filtered` are
 * hidden while filtering.
 */
export const filterForm = (what: string, placeholder: string): Html =>
  html`<form class="filter" data-filter role="search" aria-label="${what}" hidden><label for="filter">Filter ${what}</label><input id="filter" class="field" type="search" autocomplete="off" spellcheck="false" placeholder="${placeholder}" aria-describedby="filter-help"><output for="filter"></output><p id="filter-help" class="quiet">Press <kbd>/</kbd> to come here, <kbd>Esc</kbd> to see everything again.</p></form>`

/** Shown when no entry matches. */
export const nothingFound = (advice: Html): Html =>
  html`<div class="nothing" data-nothing hidden><p>Nothing here has <q></q>.</p><p>${advice} <button type="button" class="button">Show everything</button></p></div>`
