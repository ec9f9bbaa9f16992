import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { tables } from './schema.ts'
import { usedOf, writeSuggestions } from './suggestion-builder.ts'

/** The thread that `SuggestionsBeside` starts. */
const { path, file }: { path: string; file: string } = workerData
const rows = new DatabaseSync(path, { readOnly: true })
const suggestions = new DatabaseSync(file)
// Should it be cut short, nobody reads what is there.
suggestions.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; ${tables}; BEGIN`)
writeSuggestions(suggestions, (kind) => usedOf(rows, kind))
suggestions.exec('COMMIT')
suggestions.close()
rows.close()
