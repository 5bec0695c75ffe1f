// Short notices at the edge of every page.
import { events$ } from '@amber/client/hostEngine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useSubscription } from '@amber/client/useSubscription';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { createToasts } from '@amber/ui/createToasts';
import { Toaster } from '@amber/ui/Toaster';
import { useFederation } from '../federation/show/useFederation.ts';
import { withTranslations } from '../kit/withTranslations.ts';

const toasts = createToasts({ limit: limits.toasts });

/** Shows the toasts of the engine and of the page. */
export function Toasts() {
  const federation = useFederation();
  useSubscription(events$, (event) => {
    if (event.type === 'toast') toasts.show(event);
    if (event.type === 'refused') toasts.show({ tone: 'error', text: getErrorMessage(new Fault(event.code)) });
    if (event.type === 'joinAsked' || event.type === 'joinAnswered' || event.type === 'campaignNews')
      withTranslations(import(/* webpackChunkName: "screens" */ './rareToast.ts'))
        .then(({ rareToast }) => rareToast(event, federation))
        .then(
          (toast) => {
            if (toast) toasts.show(toast);
          },
          // The code cannot be loaded; the pages of the space and the campaign show the same information.
          () => {},
        );
  });
  return <Toaster toasts={toasts} />;
}
