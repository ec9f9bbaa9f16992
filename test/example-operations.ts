import { readdirSync, readFileSync } from 'node:fs'
import { Kind, parse, print, type VariableDefinitionNode } from 'graphql'
import { examples } from '../src/services/examples.ts'
import { exampleNodeId, exampleSoundId } from './node-ids.ts'

/** Values for the variables that example operations require. */
const values: Readonly<Record<string, unknown>> = {
  username: examples.username,
  name: '#fyp',
  usernames: [examples.username, 'nobody.at.all', examples.username],
  keyword: examples.keyword,
  'by: PostBy!': { postId: examples.postId },
  'by: HashtagBy!': { hashtagId: examples.challengeId },
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

/** The value of each variable by its name, or by name and type where several types have that name. */
export const valuesOf = (
  variables: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>
): Record<string, unknown> =>
  Object.fromEntries(
    variables.map(({ variable, type }) => {
      const name = variable.name.value
      const typed = `${name}: ${print(type)}`
      const value = values[typed] ?? values[name]
      if (value === undefined) throw new Error(`${typed} needs a value here`)
      return [name, value]
    })
  )

/** Every example operation with variables that work against the default data set. */
export const exampleOperations = operationFiles.map(({ name, path, query }) => {
  const [operation] = parse(query).definitions
  const declared = operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : []
  const required = declared.filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue)
  return {
    ...{ name, path, query },
    given: valuesOf(required, name.includes('-sound-') ? { ...values, id: exampleSoundId } : values)
  }
})
