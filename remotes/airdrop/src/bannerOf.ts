// The picture of a campaign.
import type { Campaign } from '@amber/proto';

const defaultBanner = '/chat/pictures/campaign.svg';

/** Returns the campaign's own picture, or the default. */
export const bannerOf = ({ banner }: Campaign): string => banner || defaultBanner;
