/** Characters of JSON a result may have: about ten thousand tokens, which clients still put before a model in one piece. */
export const maxResultLength = 40_000

/** Elements a page has when the agent does not say: a page of posts is a tenth of what a model is given then. */
export const defaultCount = 10
