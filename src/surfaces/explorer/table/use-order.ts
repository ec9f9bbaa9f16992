import { useState } from 'preact/hooks'
import { inOrder, type ShownColumn, type TableOrder } from './column.ts'

/** Rows that users sort in the page: a click on a column sorts by it, numbers largest first, and another click reverses the order. */
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
