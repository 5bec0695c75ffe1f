// Asks before pictures are sent with what their camera wrote into them.
import { Confirm } from '@amber/ui/Confirm';
import { formatList } from '@amber/words/formats';
import { words } from '../../words/gen/hiddenDetails.ts';

/** What the person is asked. */
export interface MetadataConsent {
  open: boolean;
  /** The pictures whose metadata cannot be removed. */
  names: readonly string[];
  /** The first answer counts. */
  answer(isAgreed: boolean): void;
}

interface MetadataConfirmProps {
  consent: MetadataConsent;
  onChange(next: MetadataConsent): void;
}

/** A dialog; closing it is a refusal. The names stay on screen while it fades out. */
export const MetadataConfirm = ({ consent, onChange }: MetadataConfirmProps) => (
  <Confirm
    open={consent.open}
    title={words.title}
    text={words.text({ names: formatList(consent.names), count: consent.names.length })}
    action={words.send({ count: consent.names.length })}
    onCancel={() => {
      consent.answer(false);
      onChange({ ...consent, open: false });
    }}
    onConfirm={() => consent.answer(true)}
  />
);
