import { canDrawFlags, toFlag } from '../flags.ts';

/** The flag of a country; nothing where the system has no glyphs for flags. */
export function Flag({ code }: { readonly code: string }) {
  const flag = toFlag(code);
  if (flag === '' || !canDrawFlags()) return null;
  return (
    <span className="flag" aria-hidden="true">
      {flag}
    </span>
  );
}
