import { canDrawFlags, toFlag } from '../flags.ts';

/** A country's flag before its name; nothing where the system has none to draw. */
export function Flag({ code }: { readonly code: string }) {
  const flag = toFlag(code);
  if (flag === '' || !canDrawFlags()) return null;
  return (
    <span className="flag" aria-hidden="true">
      {flag}
    </span>
  );
}
