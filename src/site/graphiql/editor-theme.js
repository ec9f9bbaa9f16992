/* biome-ignore-all lint/correctness/noUnusedVariables: editor.js uses them, in one file with it. */

// The editor in the colours of the page's style sheet, light or dark as the page is.

const themeName = 'clipgraph'

const colourOf = (name) => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g)
  probe.remove()
  return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

const defineTheme = (theme) => {
  const names = ['back', 'soft', 'line', 'text', 'quiet', 'accent', 'accent-soft', 'string', 'number']
  const colours = Object.fromEntries(names.map((name) => [name, colourOf(name)]))
  const rules = {
    '': 'text',
    comment: 'quiet',
    keyword: 'accent',
    string: 'string',
    number: 'number',
    key: 'text',
    'keyword.json': 'number',
    'string.key.json': 'text',
    'string.value.json': 'string',
    'type.identifier.gql': 'number',
    'argument.identifier.gql': 'quiet'
  }
  const parts = {
    'editor.foreground': 'text',
    'editorLineNumber.foreground': 'quiet',
    'editorLineNumber.dimmedForeground': 'quiet',
    'editorLineNumber.activeForeground': 'text',
    'editorIndentGuide.background1': 'line',
    'editorIndentGuide.activeBackground1': 'quiet',
    'editorBracketHighlight.foreground1': 'text',
    'editorBracketHighlight.foreground2': 'text',
    'editorBracketHighlight.foreground3': 'text',
    'editorWidget.background': 'back',
    'editorWidget.border': 'line',
    'editorHoverWidget.background': 'back',
    'editorHoverWidget.border': 'line',
    'editorSuggestWidget.background': 'back',
    'editorSuggestWidget.border': 'line',
    'editorSuggestWidget.selectedBackground': 'accent-soft',
    'editorSuggestWidget.selectedForeground': 'text',
    'editorSuggestWidget.highlightForeground': 'accent',
    'list.hoverBackground': 'soft',
    'list.highlightForeground': 'accent',
    'list.focusHighlightForeground': 'accent',
    'menu.background': 'back',
    'menu.foreground': 'text',
    'menu.selectionBackground': 'accent-soft',
    'menu.selectionForeground': 'text',
    'quickInput.background': 'back',
    'quickInputList.focusBackground': 'accent-soft',
    'quickInputList.focusForeground': 'text',
    'input.background': 'soft',
    focusBorder: 'accent',
    'textLink.foreground': 'accent',
    'textLink.activeForeground': 'accent'
  }
  monaco.editor.defineTheme(themeName, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(rules).map(([token, name]) => ({ token, foreground: colours[name] })),
    colors: {
      'editor.background': '#00000000',
      'scrollbar.shadow': '#00000000',
      ...Object.fromEntries(Object.entries(parts).map(([part, name]) => [part, colours[name]]))
    }
  })
}
