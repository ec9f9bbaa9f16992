/** `--plain` with another format than CSV; NDJSON and JSON have every text as it is. */
export const plainIsCsv = '--plain is a form of CSV: add --format csv'
