// Every sentence about the support bundle.
export const supportStrings = {
  title: 'Support bundle',
  lead: 'If something does not work, this tells whoever helps you what runs here. It is exactly what you see: no messages, no names, no keys. It goes nowhere unless you send it.',
  contents: 'What is in it',
  copy: 'Copy',
  download: 'Download',
  file: 'amber-support.json',
} as const;
