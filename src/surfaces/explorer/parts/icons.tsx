import type { ComponentChildren } from 'preact'

const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    width="1em"
    height="1em"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="7" />
    <path d="m20 20-4-4" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)

export const RiseIcon = () => (
  <Icon>
    <path d="m3 17 6-6 4 4 8-9M15 6h6v6" />
  </Icon>
)

export const HashtagIcon = () => (
  <Icon>
    <path d="M9 4 7 20M17 4l-2 16M4 9h16M4 15h16" />
  </Icon>
)

export const PlaceIcon = () => (
  <Icon>
    <path d="M12 21s7-6.500 7-11.500a7 7 0 0 0-14 0C5 14.500 12 21 12 21z" />
    <circle cx="12" cy="9.500" r="2.500" />
  </Icon>
)

export const PlayIcon = () => (
  <Icon>
    <path d="M7 4.5v15l12-7.5z" fill="currentColor" />
  </Icon>
)

export const SoundIcon = () => (
  <Icon>
    <path d="M9 18V6l11-2v12" />
    <circle cx="6" cy="18" r="3" />
    <circle cx="17" cy="16" r="3" />
  </Icon>
)

export const EffectIcon = () => (
  <Icon>
    <path d="M12 3v6M12 15v6M3 12h6M15 12h6" />
  </Icon>
)

export const PictureIcon = () => (
  <Icon>
    <rect x="3" y="4" width="18" height="16" rx="3" />
    <circle cx="9" cy="10" r="1.5" />
    <path d="m4 18 5-5 4 4 3-3 4 4" />
  </Icon>
)

export const CodeIcon = () => (
  <Icon>
    <path d="m8 7-5 5 5 5M16 7l5 5-5 5" />
  </Icon>
)

/** Lines with a plus: add to the list. */
export const ListIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h9M4 18h7M17 13v8M13 17h8" />
  </Icon>
)

/** Lines with a check mark: on the list. */
export const ListedIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h9M4 18h7M13.5 17l3 3 5-6" />
  </Icon>
)

export const CrossIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)

export const ExportIcon = () => (
  <Icon>
    <path d="M12 4v11M7 11l5 5 5-5M5 20h14" />
  </Icon>
)

/** Aligned with the last word of the name. */
export const Verified = () => (
  <>
    {'\u00a0'}
    <svg class="icon verified" viewBox="0 0 24 24" width="1em" height="1em" role="img" aria-label="verified">
      <title>Verified</title>
      <path
        d="M12 1.5 14.8 4l3.7-.3.6 3.7 3.2 1.9-1.5 3.4 1.5 3.4-3.2 1.9-.6 3.7-3.7-.3L12 23.500l-2.8-2.5-3.7.3-.6-3.7-3.2-1.9 1.5-3.4-1.5-3.4 3.2-1.9.6-3.7 3.7.300z"
        fill="currentColor"
      />
      <path
        d="m7.8 12.2 3 3 5.4-5.8"
        fill="none"
        stroke="var(--back)"
        stroke-width="2.2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  </>
)

export const Logo = () => (
  <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M11 9L21 23" stroke="#f2b84b" stroke-width="3" />
    <rect x="2" y="2" width="11" height="17" rx="3" fill="#0f8f83" />
    <rect x="19" y="13" width="11" height="17" rx="3" fill="#e4576b" />
    <path d="M6 7.500v6l4.5-3Z" fill="#fff" />
    <path d="M23 18.500v6l4.5-3Z" fill="#fff" />
  </svg>
)

/** Half light, half dark. */
export const ThemeIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" stroke="none" />
  </Icon>
)
