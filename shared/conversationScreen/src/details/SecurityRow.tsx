// The protection of a chat in its panel; it opens the dialog 'Security'.
import { type ConversationRow, isSealedChat, otherPerson } from '@amber/client/rows';
import { protectionIcons } from '@amber/conversation/ProtectionMark';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { useState } from 'react';
import { conversationProfile } from '../kit/conversationProfile.ts';
import { chatProtectionOf } from '../security/chatProtectionOf.ts';
import { useSecurity } from '../security/useSecurity.ts';
import { words } from '../words/gen/details.ts';
import { PanelRow } from './PanelRow.tsx';

const SecurityDialog = loadOnOpen(
  async () => (await import(/* webpackChunkName: "security" */ '../security/SecurityDialog.tsx')).SecurityDialog,
);

export function SecurityRow({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const security = useSecurity(conversation, me);
  const [open, setOpen] = useState(false);
  const other = otherPerson(conversation, me);
  // The chat with oneself has no keys to compare.
  const keys = other && security?.request.status === 'ready' ? security.request.answer.state : undefined;
  const protection = chatProtectionOf({
    encrypted: isSealedChat(conversation, me),
    keys,
    mismatch: security?.mismatch,
    plain: security?.plain,
  });
  const text = protection === 'sealed' ? (keys === 'unverified' ? 'unverified' : 'unknown') : protection;
  return (
    <>
      <PanelRow
        Icon={protectionIcons[protection]}
        title={words.safety.title}
        note={words.safety[text]}
        opens={() => {
          security?.refresh();
          setOpen(true);
        }}
      />
      <SecurityDialog
        open={open}
        conversation={conversation}
        other={{ identifier: other?.identifier ?? me, name: conversationProfile(conversation, me).name }}
        me={me}
        security={security}
        onOpenChange={setOpen}
      />
    </>
  );
}
