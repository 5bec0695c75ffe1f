// Every sentence of this feature.
export const strings = {
  title: 'Template',
  lead: (name: string) => (name ? `Hello, ${name}.` : 'Hello.'),
  found: 'Found on this server',
  none: 'No spaces yet',
  noneHint: 'What a call answers stands here; this is how it looks when that is nothing.',
} as const;
