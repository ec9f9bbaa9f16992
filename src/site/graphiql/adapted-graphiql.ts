/** What options of GraphiQL do not reach, as changes of its text. "Explorer" is the name of this site's own pages. */
const renamed: readonly (readonly [RegExp, string])[] = [
  [/title:"(?:GraphiQL )?Explorer"/g, 'title:"Query builder"'],
  [/Documentation Explorer/g, 'Documentation'],
  [/"Open short keys dialog"/, '"Keyboard shortcuts"'],
  [/"Open settings dialog"/, '"Settings"'],
  // A line about who made the panel, with links to other sites. The package's licence names them.
  [/showAttribution:!0/, 'showAttribution:!1']
]

/** Yoga's build of GraphiQL holds the panel of past queries and does not show it. */
const withHistory = (script: string): string => {
  const history = /([\w$]+)=\{title:"History"/.exec(script)?.[1]
  if (history === undefined) return script
  return script.replace(/plugins:\[([\w$]+)\]/, (_, builder: string) => `plugins:[${builder},${history}]`)
}

/** GraphiQL's script as this site shows it. Another version may need other changes; the browser tests notice. */
export const adaptedGraphiQL = (script: string): string =>
  renamed.reduce((text, [found, replacement]) => text.replace(found, replacement), withHistory(script))
