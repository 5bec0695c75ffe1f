// Appearance settings of this device, stored only here and applied before the first paint.
import { storedJson, storeText } from '@amber/client/storage';

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
  const stored = (storedJson(key) ?? {}) as Partial<Appearance>;
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
  // Without storage the appearance lasts until the page is closed.
  storeText(key, JSON.stringify(appearance));
}

/** Applies changes that were made in other tabs. */
export function followAppearance(): void {
  applyAppearance(storedAppearance());
  addEventListener('storage', (event) => event.key === key && applyAppearance(storedAppearance()));
}
