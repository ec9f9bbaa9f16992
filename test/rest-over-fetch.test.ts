import { overFetch } from './over-fetch.ts'

overFetch('rest.test.ts')
overFetch('openapi.test.ts')
