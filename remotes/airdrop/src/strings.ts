// Every sentence of the campaigns.
export const strings = {
  airdrop: 'Airdrop',
  lead: 'Campaigns of this server, and what there is to get.',
  none: 'No campaigns yet',
  noneHint: 'When this server starts one, it appears here.',
  gone: 'This campaign is not here',
  back: 'Back to the campaigns',
  reward: 'Reward',
  rules: 'Rules',
  noRules: 'No rules have been written down for this campaign.',
  participants: 'Participants',
  begins: 'Begins',
  ends: 'Ends',
  ended: 'Ended',
  status: { upcoming: 'Upcoming', live: 'Live', ended: 'Ended' },
  taking: (count: number) => `${count} ${count === 1 ? 'participant' : 'participants'}`,
} as const;
