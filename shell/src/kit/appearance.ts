// Appearance settings of this device, stored only here and applied before the first paint.

export interface Appearance {
  /** The font size of messages, in pixels. */
  textSize: number;
  /** Follows the system, or always reduced. */
  motion: 'system' | 'reduced';
}

export const textSizes = { min: 13, max: 20, usual: 15 } as const;

const key = 'amber-look';

/** Returns the stored appearance, with defaults for missing or invalid values. */
export function storedAppearance(): Appearance {
  let stored: Partial<Appearance> = {};
  try {
    stored = (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Appearance> | null) ?? {};
  } catch {
    // Storage is unavailable or holds an invalid value.
  }
  const size = Math.round(Number(stored.textSize));
  return {
    textSize: size >= textSizes.min && size <= textSizes.max ? size : textSizes.usual,
    motion: stored.motion === 'reduced' ? 'reduced' : 'system',
  };
}

/** Applies an appearance to this page. */
export function applyAppearance({ textSize, motion }: Appearance): void {
  const { style, dataset } = document.documentElement;
  style.setProperty('--message-size', `${textSize}px`);
  dataset['motion'] = motion;
}

/** Applies and stores an appearance. */
export function changeAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  try {
    localStorage.setItem(key, JSON.stringify(appearance));
  } catch {
    // Without storage the appearance lasts until the page is closed.
  }
}

/** Applies changes that were made in other tabs. */
export function followAppearance(): void {
  applyAppearance(storedAppearance());
  addEventListener('storage', (event) => event.key === key && applyAppearance(storedAppearance()));
}
