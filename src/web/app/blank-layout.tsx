/** The layout of pages before signing in. */

import type { ReactNode } from 'react';
import * as labels from '../labels/shell.tsx';
import { ProductIcon } from '../ui/product-icon.tsx';

export function BlankLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className="top-bar">
        <span className="brand">
          <ProductIcon /> {labels.productName}
        </span>
      </header>
      <main className="page narrow" id="main">
        {children}
      </main>
    </>
  );
}
