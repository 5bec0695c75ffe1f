// The layout of the public pages: brand, sign-in and footer.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { BrandMark } from '@amber/ui/brandMark';
import { type ReactNode, useLayoutEffect } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import { words } from '../words/gen/open.ts';
import { words as strings } from '../words/gen/app.ts';
import { useTitle } from '../frame/pageTitle.ts';
import styles from './OpenLayout.module.css';

interface OpenLayoutProps {
  /** The page's title for the window; empty for the product's own page. */
  title: string;
  children: ReactNode;
}

/** The layout of a public page; `children` is its `main`. */
export function OpenLayout({ title, children }: OpenLayoutProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useLayoutEffect(() => {
    if (navigationType !== 'POP') scrollTo(0, 0); // the browser restores the scroll position on Back
  }, [navigationType]);
  useTitle(title);

  return (
    <div className="open">
      <header className="open-head">
        <Link className="open-brand" to={paths.landing()}>
          <BrandMark size={32} /> {strings.app}
        </Link>
        {session ? (
          <ButtonLink to={paths.home()}>{words.openApp}</ButtonLink>
        ) : (
          <ButtonLink to={pathname === paths.landing() ? paths.login() : paths.loginAndBack({ from: pathname })}>
            {words.signIn}
          </ButtonLink>
        )}
      </header>
      {children}
      <footer className={styles.foot}>
        <p>{words.foot}</p>
        <nav aria-label={words.footLinks}>
          <ul className={styles.links}>
            <li>
              <Link to={paths.landing()}>{words.about}</Link>
            </li>
            <li>
              <Link reloadDocument to={paths.privacy()}>
                {words.privacy}
              </Link>
            </li>
            <li className="terms-link">
              <Link reloadDocument to={paths.terms()}>
                {words.terms}
              </Link>
            </li>
          </ul>
        </nav>
      </footer>
    </div>
  );
}
