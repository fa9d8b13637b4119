import { Link } from 'wouter';
import { Page } from './page.tsx';

export function NotFound({ what = 'This page' }: { readonly what?: string }) {
  return (
    <Page title="Not found">
      <p>{what} is not there. It may have been removed, or belong to another account.</p>
      <p>
        <Link href="/">All sites</Link>
      </p>
    </Page>
  );
}
