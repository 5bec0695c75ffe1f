// The end of a paginated list: loads the next page, or shows why it could not be loaded.
import type { Fault } from '@amber/proto/faults';
import { LoadMore } from '@amber/ui/LoadMore';
import { QueryStatus } from './QueryStatus.tsx';

interface NextPageProps {
  pages: { next: string; fault: Fault | null };
  loadMore(): void;
}

/** Renders nothing after the last page. */
export function NextPage({ pages: { next, fault }, loadMore }: NextPageProps) {
  if (fault) return <QueryStatus request={{ status: 'error', fault }} refetch={loadMore} />;
  return next !== '' && <LoadMore key={next} onLoadMore={loadMore} />;
}
