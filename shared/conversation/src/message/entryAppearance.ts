// The icons and styles of the entries of a message's menu.
import { ClockIcon } from '@amber/ui/icons';
import { AiIcon, CopyIcon, DownloadIcon, LinkIcon, SpeakerIcon, StopIcon } from '@amber/ui/moreIcons';
import {
  DeleteIcon,
  EditIcon,
  ForwardIcon,
  QuoteIcon,
  ReactIcon,
  ReplyIcon,
  RetryIcon,
  SelectIcon,
  StarIcon,
  WithdrawIcon,
} from '@amber/ui/messageIcons';
import type { ComponentType } from 'react';
import type { MenuEntry } from './messageActions.ts';

interface EntryAppearance {
  Icon: ComponentType;
  danger?: boolean;
}

export const entryAppearance: Record<MenuEntry, EntryAppearance> = {
  retry: { Icon: RetryIcon },
  reply: { Icon: ReplyIcon },
  quotePart: { Icon: QuoteIcon },
  react: { Icon: ReactIcon },
  reactions: { Icon: ReactIcon },
  edits: { Icon: ClockIcon },
  copy: { Icon: CopyIcon },
  readAloud: { Icon: SpeakerIcon },
  stopReading: { Icon: StopIcon },
  saveFile: { Icon: DownloadIcon },
  link: { Icon: LinkIcon },
  favorite: { Icon: StarIcon },
  forward: { Icon: ForwardIcon },
  forwardAlbum: { Icon: ForwardIcon },
  edit: { Icon: EditIcon },
  remember: { Icon: AiIcon },
  regenerate: { Icon: RetryIcon },
  select: { Icon: SelectIcon },
  withdraw: { Icon: WithdrawIcon, danger: true },
  withdrawAlbum: { Icon: WithdrawIcon, danger: true },
  delete: { Icon: DeleteIcon, danger: true },
};
