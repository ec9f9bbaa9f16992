import { type Setting, type SettingValues, settings } from './settings.ts'

type Settings = typeof settings

/** Settings that apply if another server listens. */
type Mounted = { [K in keyof Settings]: Settings[K] extends { listens: true } ? never : K }[keyof Settings]

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>

type OptionName<K extends string> = K extends 'GATEWAY_KEYS' ? 'keys' : CamelCase<K>

/** The type of an option: the parsed type of its setting if that is simple, or the same text as in the environment. */
type OptionValue<K extends keyof Settings> = Settings[K] extends { isList: true }
  ? readonly string[] | string
  : [SettingValues[K]] extends ['on' | 'off']
    ? boolean | SettingValues[K]
    : SettingValues[K] extends number
      ? number | string
      : [SettingValues[K]] extends [string]
        ? SettingValues[K]
        : string

/** The settings of the environment as options: `MAX_QUERY_COST` is `maxQueryCost`, and `GATEWAY_KEYS` is `keys`. */
export type SettingOptions = { readonly [K in Mounted as OptionName<K>]?: OptionValue<K> | undefined }

/** The option of a setting. */
export const optionNameOf = (setting: string): string =>
  setting === 'GATEWAY_KEYS'
    ? 'keys'
    : setting.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A message with options instead of settings. */
export const withOptionNames = (message: string): string =>
  message.replace(/\b[A-Z]+(?:_[A-Z]+)*\b/g, (word) => (word in settings ? optionNameOf(word) : word))

const byOption: ReadonlyMap<string, [name: keyof Settings, setting: Setting<unknown>]> = new Map(
  Object.entries(settings).map(([name, setting]) => [optionNameOf(name), [name as keyof Settings, setting]])
)

/** Texts of the settings in the options, as in the environment, and the problems of invalid options. */
export const settingsIn = (
  options: Readonly<Record<string, unknown>>
): { env: Record<string, string>; problems: string[] } => {
  const env: Record<string, string> = {}
  const problems: string[] = []
  for (const [option, value] of Object.entries(options)) {
    const [name, setting] = byOption.get(option) ?? []
    if (name === undefined || setting === undefined) problems.push(unknownOption(option))
    else if (setting.listens) problems.push(`${option} is for a server that listens: its host decides here`)
    else if (value !== undefined) {
      const text = textOf(setting, value)
      if (text === null) problems.push(`${option} must be ${formOf(setting)}`)
      else env[name] = text
    }
  }
  return { env, problems }
}

const isNumber = (setting: Setting<unknown>) => /^\d+$/.test(setting.default)
const isSwitch = (setting: Setting<unknown>) => setting.default === 'on' || setting.default === 'off'

const textOf = (setting: Setting<unknown>, value: unknown): string | null => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return isNumber(setting) ? String(value) : null
  if (typeof value === 'boolean') return isSwitch(setting) ? (value ? 'on' : 'off') : null
  const isList = setting.isList && Array.isArray(value)
  return isList && value.every((text) => typeof text === 'string' && !text.includes(',')) ? value.join(',') : null
}

const formOf = (setting: Setting<unknown>): string => {
  if (setting.isList) return 'a list of texts without commas'
  if (isNumber(setting)) return 'a number'
  return isSwitch(setting) ? 'true or false' : 'a text'
}

const unknownOption = (option: string): string => {
  const hint = option in settings || option === 'gatewayKeys' ? `; write ${meantBy(option)}` : ''
  return `${JSON.stringify(option.slice(0, 40))} is not an option${hint}`
}

const meantBy = (option: string): string => (option === 'gatewayKeys' ? 'keys' : optionNameOf(option))
