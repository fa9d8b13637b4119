/** The layout of pages before signing in. */

import type { ReactNode } from 'react';
import icon from '../icon.svg';
import * as labels from '../labels/shell.tsx';

export function BlankLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className="top-bar">
        <span className="brand">
          <img src={icon} alt="" /> {labels.productName}
        </span>
      </header>
      <main className="page narrow" id="main">
        {children}
      </main>
    </>
  );
}
