// The audio element of a browser, as far as the player uses it.

/** `durations` has the seconds of each file by its address; any other file is broken. */
export class FakeAudio extends EventTarget {
  paused = true;
  currentTime = 0;
  duration = Number.NaN;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  /** The name of the exception with which the browser refuses to play. */
  refusal = '';
  #src = '';
  readonly #durations: Record<string, number>;

  constructor(durations: Record<string, number>) {
    super();
    this.#durations = durations;
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#src = url;
    this.currentTime = 0;
    this.playbackRate = this.defaultPlaybackRate;
  }

  removeAttribute(): void {
    this.#src = '';
  }

  load(): void {
    this.currentTime = 0;
    this.duration = Number.NaN;
  }

  async play(): Promise<void> {
    const duration = this.#durations[this.#src];
    await Promise.resolve();
    if (this.refusal) throw new DOMException('not now', this.refusal);
    if (duration === undefined) {
      this.dispatchEvent(new Event('error'));
      throw new DOMException('broken', 'NotSupportedError');
    }
    this.duration = duration;
    this.paused = false;
    for (const name of ['play', 'durationchange', 'playing']) this.dispatchEvent(new Event(name));
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  /** Moves on to this second. */
  playTo(seconds: number): void {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
    if (seconds < this.duration) return;
    this.pause();
    this.dispatchEvent(new Event('ended'));
  }
}
