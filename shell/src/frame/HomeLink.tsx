// A link home, for pages without another action.
import { paths } from '@amber/client/paths';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { words } from '../words/gen/notFound.ts';

/** The page's only button. */
export const HomeLink = () => (
  <ButtonLink variant="primary" to={paths.home()}>
    {words.home}
  </ButtonLink>
);
