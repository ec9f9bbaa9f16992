/** What the examples use of Bun and Deno, which bring types of their own. */

declare const Bun: {
  serve(options: { port: string | number; fetch: (request: Request) => Promise<Response> }): {
    port: number
    stop(): Promise<void>
  }
}

declare const Deno: {
  serve(options: {
    port: number
    handler: (request: Request) => Promise<Response>
    onListen: (address: { port: number }) => void
  }): { shutdown(): Promise<void> }
}
