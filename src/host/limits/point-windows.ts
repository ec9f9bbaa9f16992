/** Counts points in memory for several processes. Each window starts with its first points. */
export class PointWindows {
  readonly #windows = new Map<string, { spent: number; endsAt: number }>()

  spend(key: string, points: number, seconds: number): { spent: number; endsInMs: number } {
    const now = performance.now()
    let window = this.#windows.get(key)
    if (window === undefined || now >= window.endsAt) {
      window = { spent: 0, endsAt: now + seconds * 1_000 }
      this.#windows.set(key, window)
    }
    window.spent += points
    return { spent: window.spent, endsInMs: window.endsAt - now }
  }
}
