import fc from 'fast-check'

// That a property fails is enough here; the smallest case for it takes its time and nobody reads it.
fc.configureGlobal({ endOnFailure: true })
