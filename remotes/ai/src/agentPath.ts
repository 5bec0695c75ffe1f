// The address of the page for those who answer in a bot's place, and of a chat there.
import { paths } from '@amber/client/paths';

export const agentPath = (chat = ''): string => `${paths.ai()}/agent${chat && `?${new URLSearchParams({ chat })}`}`;

/** What has led to the page, for the focus: as the state of its place in the history. */
export const takenState = 'taken';
export const handedBackState = 'handedBack';
