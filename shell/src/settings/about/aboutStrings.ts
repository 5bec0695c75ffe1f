// Every sentence about what runs here.
export const aboutStrings = {
  parts: 'Parts',
  partsLead:
    'Each part is built and shipped alone. The letters are the beginning of its fingerprint: the same ones mean the same files.',
  host: 'Host',
  source: 'Source code',
  sourceLink: 'Get the source of this server',
  noSource:
    'Amber is free software: its licence gives you the right to the source of what runs here. Ask whoever runs this server for it.',
  licences: 'Licences',
  licencesLead: 'Amber stands on the work of others.',
  showLicences: 'Show licences',
  noLicence: 'No licence named',
} as const;
