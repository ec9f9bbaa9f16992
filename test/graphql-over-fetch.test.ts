import { overFetch } from './over-fetch.ts'

overFetch('graphql-http.test.ts')
overFetch('graphql.test.ts')
overFetch('http-caching.test.ts')
