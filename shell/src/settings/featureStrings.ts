// Every sentence about the versions of features.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export const featureStrings = {
  lead: 'Each part of Amber has a version of its own. If a new one gets in your way, take the one before; a change shows at your next visit to that part.',
  version: (version: string) => `Version ${version}`,
  since: (time: number) => `since ${day.format(time)}`,
  whatsNew: 'What’s new',
  nothingNew: 'Nothing was noted down for this version.',
  goBack: 'Go back to the previous version',
  wentBack: 'You have gone back to this version.',
  useCurrent: 'Use the current version',
  atNextVisit: (title: string) => `${title} changes at your next visit`,
  none: 'No features are offered',
  noneHint: 'This server has not published any.',
} as const;
