// Asks for consent before pictures are sent with their camera metadata.
import { Confirm } from '@amber/ui/Confirm';
import { formatList } from '@amber/words/formats';
import { words } from '../../words/gen/hiddenDetails.ts';

/** The question that the user is asked. */
export interface MetadataConsent {
  open: boolean;
  /** The pictures whose metadata cannot be removed. */
  names: readonly string[];
  /** Records the answer; only the first call counts. */
  answer(isAgreed: boolean): void;
}

interface MetadataConfirmProps {
  consent: MetadataConsent;
  onChange(next: MetadataConsent): void;
}

/** A dialog; closing it counts as a refusal. The names stay on screen while it fades out. */
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
