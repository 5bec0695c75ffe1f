// The brand mark, in its own module because the sign-in page needs no other icon.

/** The brand mark: a drop of amber that is a speech bubble. */
export const BrandMark = ({ size = 40 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
    <path fill="#f8ad2d" d="M20 3a17 17 0 1 1 0 34H6.5A3.5 3.5 0 0 1 3 33.5V20A17 17 0 0 1 20 3z" />
    <path
      fill="#ffd27a"
      d="M20 7.5A12.5 12.5 0 0 0 7.5 20c0 1.7 2.6 1.9 3 .2A9.6 9.6 0 0 1 20.2 10.5c1.8-.3 1.6-3-.2-3z"
    />
    <path fill="#111" d="M21 14.5a6.5 6.5 0 1 1 0 13h-5a1.5 1.5 0 0 1-1.5-1.5v-5a6.5 6.5 0 0 1 6.5-6.5z" />
  </svg>
);
