import { canDrawFlags, toFlag } from '../flags.ts';

/** The flag of a country, or its code where the system has no glyphs for flags; an empty box where it is unknown. */
export function Flag({ code }: { readonly code: string }) {
  const flag = toFlag(code);
  return (
    <span className={flag !== '' && !canDrawFlags() ? 'flag code' : 'flag'} aria-hidden="true">
      {flag === '' || canDrawFlags() ? flag : code}
    </span>
  );
}
