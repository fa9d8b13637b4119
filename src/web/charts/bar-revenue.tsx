import { formatCompactRevenue, formatRevenue, type Revenue } from '../format.ts';

/** What the events of a row brought in; nothing where they brought in nothing. */
export const BarRevenue = ({ revenue }: { readonly revenue: readonly Revenue[] | undefined }) =>
  revenue && (
    <span className="bar-revenue soft" title={formatRevenue(revenue)}>
      {formatCompactRevenue(revenue)}
    </span>
  );
