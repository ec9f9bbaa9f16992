/** A window of a key: all points spent in it, and its end. */
export type PointWindow = { readonly spent: number; readonly endsInMs: number }

/** Adds points to the window of a key; null while the counter is not available. `known`: the last known window, which another counter continues. */
export type SpendPoints = (
  key: string,
  points: number,
  seconds: number,
  known: PointWindow | null
) => Promise<PointWindow | null>

/** Counts points in memory for several processes. Each window starts with its first points, or continues a known one. */
export class PointWindows {
  readonly #windows = new Map<string, { spent: number; endsAt: number }>()

  spend(key: string, points: number, seconds: number, known: PointWindow | null): PointWindow {
    const now = performance.now()
    let window = this.#windows.get(key)
    if (window === undefined || now >= window.endsAt) {
      window = { spent: 0, endsAt: now + (known?.endsInMs ?? seconds * 1_000) }
      this.#windows.set(key, window)
    }
    window.spent = Math.max(window.spent, known?.spent ?? 0) + points
    return { spent: window.spent, endsInMs: window.endsAt - now }
  }
}
