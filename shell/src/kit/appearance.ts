// Appearance settings of this device, stored only here. The inline script of index.html applies them.
import { storedJson, storeText } from '@amber/client/storage';

/** The default first. `system` follows the system's setting. */
export const themes = ['dark', 'light', 'system'] as const;

export interface Appearance {
  theme: (typeof themes)[number];
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
    theme: themes.find((theme) => theme === stored.theme) ?? 'dark',
    textSize: size >= textSizes.min && size <= textSizes.max ? size : textSizes.usual,
    motion: stored.motion === 'reduced' ? 'reduced' : 'system',
  };
}

/**
 * Stores an appearance. The inline script of index.html applies it, as it does when another tab or the system changes
 * it. Without storage the appearance lasts until the page is closed.
 */
export function changeAppearance(appearance: Appearance): void {
  const newValue = JSON.stringify(appearance);
  storeText(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}
