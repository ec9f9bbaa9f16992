import { type BasicType, ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { type FieldSchema, withoutNull } from '../../records/fields.ts'
import type { RestOperation } from '../../surfaces/rest/operations.ts'
import type { Output } from './output.ts'

type ParquetColumn = Omit<ColumnSource, 'data'> & { read: (row: unknown) => unknown }

/** Rows of a row group, which stay in memory until it is written. */
const groupRows = 20_000

const typeOf = ({ type, format }: FieldSchema): BasicType => {
  if (format === 'unix-time') return 'TIMESTAMP'
  if (type === 'integer') return 'INT64'
  if (type === 'number') return 'DOUBLE'
  if (type === 'boolean') return 'BOOLEAN'
  return type === 'string' ? 'STRING' : 'JSON'
}

const writtenAs: Readonly<Partial<Record<BasicType, (value: unknown) => unknown>>> = {
  TIMESTAMP: (value) => new Date(Number(value) * 1_000),
  INT64: (value) => BigInt(Number(value))
}

/** The columns of a record's fields: ids are text, times are timestamps, lists and objects JSON, and any may be null. */
const columnsOf = ({ record }: Pick<RestOperation, 'record'>): ParquetColumn[] => {
  if (record === 'strings') return [{ name: 'suggestion', type: 'STRING', nullable: true, read: (row) => row }]
  return Object.entries((record as FieldSchema).properties ?? {}).map(([name, field]) => {
    const type = typeOf(withoutNull(field) ?? field)
    const given = writtenAs[type] ?? ((value: unknown) => value)
    const read = (row: unknown) => {
      // Rows are records of this kind.
      const value = (row as Readonly<Record<string, unknown>>)[name] ?? null
      return value === null ? null : given(value)
    }
    return { name, type, nullable: true, read }
  })
}

/** Writes rows as Parquet to an output. Such a file cannot be resumed, because its metadata are at the end. */
export const parquetOutput = (output: Output, operation: Pick<RestOperation, 'record'>): Output => {
  const columns = columnsOf(operation)
  const bytes = new ByteWriter()
  const sources = (rows: readonly unknown[]): ColumnSource[] =>
    columns.map(({ read, ...column }) => ({ ...column, data: rows.map(read) }))
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: sources([]) }),
    createdBy: 'clipgraph'
  })
  let waiting: unknown[] = []
  const flush = async () => {
    // Copies, because the buffer is reused.
    const written = bytes.getBytes().slice()
    bytes.index = 0
    await output.write(written)
  }
  const writeGroup = async () => {
    await writer.write({ columnData: sources(waiting), rowGroupSize: groupRows })
    waiting = []
    await flush()
  }
  return {
    ...output,
    async writeRows(rows) {
      waiting = waiting.concat(rows)
      if (waiting.length >= groupRows) await writeGroup()
    },
    async note() {},
    async finish() {
      if (waiting.length > 0) await writeGroup()
      await writer.finish()
      await flush()
      await output.finish()
    }
  }
}
