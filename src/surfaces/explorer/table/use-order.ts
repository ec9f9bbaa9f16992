import { useState } from 'preact/hooks'
import { inOrder, type ShownColumn, type TableOrder } from './column.ts'

/** Rows that readers sort in the page: a click on a column sorts by it, numbers the largest first, and another one turns it round. */
export const useOrder = <Row>(rows: readonly Row[], columns: readonly ShownColumn<Row>[]) => {
  const [order, setOrder] = useState<TableOrder | null>(null)
  return {
    rows: inOrder(rows, columns, order),
    order,
    sortBy:
      ({ id, isNumber }: ShownColumn<Row>) =>
      () =>
        setOrder({ column: id, isDescending: order?.column === id ? !order.isDescending : isNumber === true })
  }
}
