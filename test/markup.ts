/** A page without its scripts and styles, whose text is none of the page's. */
export const markupOf = (page: string): string =>
  page
    .replace(/<script>[\s\S]*?<\/script>/g, '')
    .replace(/<script type="application\/json"[\s\S]*?<\/script>/g, '')
    .replace(/<style>[\s\S]*?<\/style>/g, '')

export const linksOf = (page: string): string[] =>
  [...markupOf(page).matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)

export const idsOf = (page: string): string[] => [...markupOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

/** What a reader sees of some markup. */
export const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
