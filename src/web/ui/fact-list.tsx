import type { ReactNode } from 'react';

/** A list of names with their values, such as figures. */
export const FactList = ({
  facts,
  className,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly className: string;
}) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
