// Shares a campaign: a picture and its link in a chat, or only the link.
import { copyText } from '@amber/client/copyText';
import { paths } from '@amber/client/paths';
import { lazyScreen } from '@amber/client/remote';
import { useSession } from '@amber/client/session';
import { loadForwardDialog } from '@amber/conversation-screen/loadForwardDialog';
import type { Campaign } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { LinkIcon } from '@amber/ui/moreIcons';
import { ForwardIcon } from '@amber/ui/messageIcons';
import { Suspense, useState } from 'react';
import { renderSharePicture } from './sharePicture.ts';
import { words } from './words/gen/campaign.ts';

const ForwardDialog = lazyScreen(loadForwardDialog);

/** Visitors have no chats, so they copy the link. */
export function Share({ campaign }: { campaign: Campaign }) {
  const me = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { id, title, reward } = campaign;
  const link = `${location.origin}${limits.basePath}${paths.campaign({ id })}`;
  if (!me?.avatar)
    return (
      <Button onClick={() => void copyText(link)}>
        <LinkIcon />
        {words.copyLink}
      </Button>
    );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <ForwardIcon />
        {words.share}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <ForwardDialog
            texts={[`${words.shareText({ title, reward })}\n${link}`]}
            picture={() => renderSharePicture(campaign)}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
