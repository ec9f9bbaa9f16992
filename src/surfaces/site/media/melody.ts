import { Streams } from '../../../ingest/seed/random.ts'
import { previewSeconds } from '../../../records/preview-seconds.ts'

const rate = 8_000
const samples = rate * previewSeconds
const noteSeconds = 0.425

/** Semitones above the root; any of them sound well together. */
const scale = [0, 2, 4, 7, 9, 12] as const

/** A WAV file of plucked notes derived from the id: mono, 16 bits, 8 kHz. */
export const melody = (id: string): Buffer => {
  const random = new Streams(0).at(`melody ${id}`)
  const root = 220 * 2 ** (random.below(12) / 12)
  const notes = Array.from({ length: previewSeconds / noteSeconds }, () => root * 2 ** (random.pick(scale) / 12))
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i++) {
    const seconds = (i / rate) % noteSeconds
    const angle = 2 * Math.PI * (notes[Math.floor(i / rate / noteSeconds)] ?? root) * seconds
    // Each note fades in and out, so that nothing clicks.
    const loudness = Math.min(1, seconds * 200) * Math.exp(-4 * seconds) * (1 - seconds / noteSeconds)
    wav.writeInt16LE(Math.round(20_000 * loudness * (Math.sin(angle) + 0.3 * Math.sin(2 * angle))), 44 + i * 2)
  }
  return wav
}
