// Every sentence of the AI feature.
export const strings = {
  ai: 'AI',
  lead: 'Companions that are yours: only you see them here.',
  none: 'No companions yet',
  noneHint: 'Assistants, mates and your own clone appear here.',
  gone: 'This companion is not here',
  goneHint: 'It may have been removed, or it belongs to somebody else.',
  back: 'Back to AI',
  characters: 'Character',
  kinds: { clone: 'Your clone', assistant: 'Assistant', mate: 'Mate' },
  about: {
    clone: 'It answers in your voice, from what you have taught it.',
    assistant: 'It helps with what you bring along: a text, a plan, a question.',
    mate: 'It keeps you company, and remembers what you tell it.',
  },
} as const;
