import { useEffect, useState } from 'preact/hooks'

const tellers = ['play', 'pause', 'ended'] as const

/** Plays the sound of the page, or stops it. */
export const PlayButton = ({ audio }: { audio: HTMLAudioElement }) => {
  const [isPlaying, setPlaying] = useState(!audio.paused)
  useEffect(() => {
    const note = () => setPlaying(!audio.paused)
    for (const teller of tellers) audio.addEventListener(teller, note)
    return () => {
      for (const teller of tellers) audio.removeEventListener(teller, note)
    }
  }, [audio])
  return (
    <button type="button" class="button small" onClick={() => (isPlaying ? audio.pause() : audio.play())}>
      {isPlaying ? 'Pause' : 'Play the timeline'}
    </button>
  )
}
