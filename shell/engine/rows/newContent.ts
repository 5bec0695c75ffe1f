// Creates the contents that this device sends.
import type { Content } from '@amber/proto';

/** Creates a content with these fields; the others are empty. */
export const newContent = (fields: Partial<Content>): Content => ({
  id: '',
  message: '',
  type: '',
  sender: null,
  timestamp: 0,
  anonymous: false,
  encrypted: false,
  cmdId: '',
  streamEnd: false,
  streamFirst: false,
  to: null,
  targets: [],
  ...fields,
});
