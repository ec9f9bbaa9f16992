import { previewSeconds } from '../../records/preview-seconds.ts'
import type { Random } from '../../seed/random.ts'
import { drawsOf } from './svg.ts'

const rate = 8_000
const samples = rate * previewSeconds

/** Semitones above the root: any tones of these sound well together. */
const scales = [
  [0, 2, 4, 7, 9, 12, 14, 16],
  [0, 3, 5, 7, 10, 12, 15, 17],
  [0, 2, 5, 7, 9, 12, 14, 17]
] as const
/** Steps the bass takes, in semitones from the root. */
const basses = [
  [0, -5],
  [0, 5],
  [0, -3],
  [0, -4]
] as const

const hertz = (semitones: number) => 220 * 2 ** (semitones / 12)

/** Adds one plucked tone: three partials, the higher ones dying away faster. */
const pluck = (sum: Float32Array, at: number, frequency: number, loudness: number, ringSeconds: number) => {
  const start = Math.round(at * rate)
  const end = Math.min(samples, start + Math.round(ringSeconds * 4 * rate))
  const attack = rate * 0.006
  const decay = Math.exp(-1 / (ringSeconds * rate))
  const step = (2 * Math.PI * frequency) / rate
  const [turnSin, turnCos] = [Math.sin(step), Math.cos(step)]
  let [sin, cos, fade] = [0, 1, 1]
  for (let i = start; i < end; i++) {
    const swell = Math.min(1, (i - start) / attack)
    // sin 2x and sin 3x, written with sin x and cos x.
    const tone = sin + 0.76 * fade * sin * cos + 0.16 * fade * fade * sin * (3 - 4 * sin * sin)
    sum[i] = (sum[i] ?? 0) + loudness * swell * fade * tone
    // One step further around the circle: no sine to compute for each of 27,200 samples.
    const turned = sin * turnCos + cos * turnSin
    cos = cos * turnCos - sin * turnSin
    sin = turned
    fade *= decay
  }
}

const compose = (random: Random): Float32Array => {
  const sum = new Float32Array(samples)
  const scale = random.pick(scales)
  const root = random.between(0, 9)
  const beat = random.pick([0.2, 0.225, 0.25, 0.3])
  const beats = Math.floor((previewSeconds - 0.7) / beat)
  let degree = random.below(5)
  for (let i = 0; i < beats; i++) {
    const last = i === beats - 1
    // The tune wanders by small steps and comes home.
    degree = last ? 0 : Math.max(0, Math.min(scale.length - 1, degree + random.between(-2, 2)))
    if (i > 0 && !last && random.chance(0.22)) continue
    const frequency = hertz(root + (scale[degree] ?? 0) + 12)
    pluck(sum, i * beat, frequency, i % 4 === 0 ? 0.5 : 0.4, last ? 0.5 : 0.3)
    pluck(sum, i * beat + beat * 1.5, frequency, 0.1, 0.25)
  }
  const bass = random.pick(basses)
  for (let i = 0; i * beat * 4 < previewSeconds - 0.9; i++) {
    pluck(sum, i * beat * 4, hertz(root - 12 + (bass[i % bass.length] ?? 0)), 0.45, 0.55)
  }
  return sum
}

/** A short tune as a WAV file: mono, 16 bits, 8 kHz. */
export const melody = (id: string): Buffer => {
  const sum = compose(drawsOf('melody', id))
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
  const fadeOut = rate * 0.35
  for (let i = 0; i < samples; i++) {
    // Bends loud moments instead of cutting them off.
    const level = Math.tanh((sum[i] ?? 0) * 0.9) * Math.min(1, (samples - i) / fadeOut)
    wav.writeInt16LE(Math.round(level * 30_000), 44 + i * 2)
  }
  return wav
}
