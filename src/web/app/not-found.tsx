import { Link } from 'wouter';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { Page } from './page.tsx';

export function NotFound({ what = labels.thisPage }: { readonly what?: string }) {
  return (
    <Page title={labels.notFound}>
      <p>{labels.notFoundHint(what)}</p>
      <p>
        <Link href="/">{shared.allSites}</Link>
      </p>
    </Page>
  );
}
