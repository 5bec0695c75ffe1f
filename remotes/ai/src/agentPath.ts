// The address of the page for people who answer in a bot's place, and of a chat there.
import { paths } from '@amber/client/paths';

export const agentPath = (chat = ''): string => `${paths.ai()}/agent${chat && `?${new URLSearchParams({ chat })}`}`;

/** The state of a history entry that was opened by taking a chat; it decides where the focus goes. */
export const takenState = 'taken';
export const handedBackState = 'handedBack';
