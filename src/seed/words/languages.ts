import { ar } from './ar.ts'
import { bn } from './bn.ts'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from './language.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { th } from './th.ts'
import { tr } from './tr.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

/** What most captions are in, and what everyone writes now and then. */
export const english = en

export const languages: readonly Language[] = [
  en,
  es,
  pt,
  id,
  hi,
  ja,
  fr,
  de,
  ru,
  ar,
  ko,
  zh,
  tr,
  th,
  vi,
  it,
  bn,
  he,
  el
]
