import type { ComponentPropsWithoutRef } from 'react';
import { toAddress } from '../base-path.ts';

/** A link to another document of this server, such as a page of the documentation. */
export const ServerLink = ({
  href,
  children,
  ...rest
}: ComponentPropsWithoutRef<'a'> & { readonly href: `/${string}` }) => (
  <a href={toAddress(href)} {...rest}>
    {children}
  </a>
);
