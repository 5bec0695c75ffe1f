// The address of the page on which people make a voice of their own.
import { paths } from '@amber/client/paths';

export const ownVoicePath = (): string => `${paths.ai()}/voice`;
