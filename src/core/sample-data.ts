/** The header of answers from sample data, whose people and numbers are invented. */
export const sampleDataHeader = 'x-sample-data'

/** The notice for people beside sample data. */
export const sampleDataNotice = 'Sample data, invented'
