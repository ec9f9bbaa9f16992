import { readdirSync, readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import { examples } from '../src/services/examples.ts'
import { exampleNodeId } from './node-ids.ts'

/** Values for the variables that example operations require. */
const values: Readonly<Record<string, unknown>> = {
  username: examples.username,
  name: '#fyp',
  usernames: [examples.username, 'nobody.at.all', examples.username],
  keyword: examples.keyword,
  by: { postId: examples.postId },
  id: exampleNodeId,
  soundId: examples.soundId,
  hashtagId: examples.challengeId,
  placeId: examples.placeId,
  collectionId: examples.collectionId,
  effectId: examples.effectId,
  roomId: examples.roomId,
  postId: examples.postId,
  kind: 'CREATOR'
}

/** The example operations, and those of the explorer, by what their names begin with. */
export const operationFolders = { '': 'schema/operations', 'explore-': 'src/surfaces/views/operations' } as const

const operationFiles = Object.entries(operationFolders).flatMap(([prefix, folder]) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url))
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => ({
      name: prefix + file.replace('.graphql', ''),
      path: `${folder}/${file}`,
      query: readFileSync(new URL(`../${folder}/${file}`, import.meta.url), 'utf8')
    }))
)

/** Whether a document asks for a list of everything, which another deployment does not have. */
export const asksForEverything = (text: string): boolean =>
  parse(text).definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.some(
        (field) => field.kind === Kind.FIELD && ['posts', 'users', 'trending'].includes(field.name.value)
      )
  )

/** Every example operation with variables that work against the default data set. */
export const exampleOperations = operationFiles.map(({ name, path, query }) => {
  const [operation] = parse(query).definitions
  const declared = operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : []
  const required = declared.filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue)
  const names = required.map(({ variable }) => variable.name.value)
  return {
    ...{ name, path, query },
    given: Object.fromEntries(names.map((each) => [each, values[each]]))
  }
})
