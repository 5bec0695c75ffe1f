// The two ports between a message and its wire form: one seals for devices, one opens.
import type { Content, Device } from '@amber/proto';

export interface Sealer {
  /** One copy per device. */
  seal(content: Content, devices: readonly Device[]): Promise<Content[]>;
  /** What the sender wrote, from the copy for this device. */
  open(content: Content): Promise<Content>;
}

/** Copies that are not enciphered: they travel and are stored as they are, and say so. */
export const plainSealer: Sealer = {
  seal: async (content, devices) => devices.map((to) => ({ ...content, encrypted: false, to })),
  open: async (content) => content,
};
