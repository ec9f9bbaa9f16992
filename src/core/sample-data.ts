/** The header of answers from sample data, whose people and numbers are invented. */
export const sampleDataHeader = 'x-sample-data'

/** What people read beside sample data. */
export const sampleDataNotice = 'Sample data, invented'
