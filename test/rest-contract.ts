import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/schema'
import { operations } from '../src/surfaces/rest/operations.ts'
import { samples } from './cases.ts'
import { addressOf, type Input, operationOf, sampleInputs } from './rest-address.ts'

type Ref = { $ref?: string }
type HeaderObject = Ref & { required?: boolean; schema: object }
type ResponseObject = Ref & {
  headers: Readonly<Record<string, HeaderObject>>
  content?: Readonly<Record<string, { schema: object; example: unknown }>>
}
export type Parameter = Ref & {
  name: string
  in: string
  required: boolean
  description: string
  schema: object
  example: string | number
}
type Described = {
  operationId: string
  parameters: Parameter[]
  responses: Readonly<Record<string, ResponseObject>>
}
type Contract = {
  openapi: string
  paths: Readonly<Record<string, { parameters: Parameter[]; get: Described }>>
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The REST contract as it is committed. */
export const contract = JSON.parse(readFileSync(new URL('../schema/openapi.json', import.meta.url), 'utf8')) as Contract

const described = new Map(Object.values(contract.paths).map(({ get }) => [get.operationId, get]))

/** What stands behind a reference into the components. */
const resolved = <T extends Ref>(part: T): T => {
  if (part.$ref === undefined) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  const target = contract.components[kind]?.[name]
  if (target === undefined) throw new Error(`the contract has no ${part.$ref}`)
  // A reference leads to what may stand in its place.
  return target as T
}

/** What an operation may answer with, by status. */
export const responsesOf = (id: string): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(
    Object.entries(described.get(id)?.responses ?? {}).map(([status, response]) => [status, resolved(response)])
  )

const validators = new Map<object, ReturnType<typeof Compile>>()
const validatorOf = (schema: object) => {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = Compile({ components: contract.components, ...schema })
    validators.set(schema, validator)
  }
  return validator
}

const schemaProblems = (schema: object, value: unknown): string[] => {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

export type Answer = { status: number; headers: { get(name: string): string | null | undefined }; body: string }

/** In what an answer of an operation is not what the contract says; nothing when it is. */
export const problemsOf = (id: string, { status, headers, body }: Answer): string[] => {
  const response = responsesOf(id)[status]
  if (response === undefined) return [`the contract has no ${status}`]
  const inHeaders = Object.entries(response.headers).flatMap(([name, header]) => {
    const { required = false, schema } = resolved(header)
    const value = headers.get(name.toLowerCase()) ?? undefined
    if (value === undefined) return required ? [`${name} is missing`] : []
    const isNumber = 'type' in schema && schema.type === 'integer'
    return schemaProblems(schema, isNumber ? Number(value) : value).map((problem) => `${name}${problem}`)
  })
  if (response.content === undefined) return body === '' ? inHeaders : [...inHeaders, 'has a body']
  const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  const content = response.content[type]
  if (content === undefined) return [...inHeaders, `the contract has no ${type}`]
  return [...inHeaders, ...schemaProblems(content.schema, JSON.parse(body))]
}

/** Addresses of every operation: ordinary things from all over the data set, and of each hard case several. */
export const sampleAddresses = (): { id: string; address: string }[] => {
  const all: { id: string; input: Input }[] = [
    ...operations.flatMap((operation) => sampleInputs(operation, 3).map((input) => ({ id: operation.id, input }))),
    ...samples.variants().map((input) => ({ id: 'getUser', input })),
    ...['hot', 'new'].flatMap((sort) => [1, 2, 9].map((page) => ({ id: 'listSoundLibrary', input: { sort, page } })))
  ]
  return all.map(({ id, input }) => ({ id, address: addressOf(operationOf(id), input) }))
}
