/** How far visitors came in a funnel, on a public page. */
import { useId } from 'react';
import { BarList } from '../../charts/bar-list.tsx';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { PublicStats } from './use-stats.ts';

type ShownFunnel = NonNullable<PublicStats['funnels']>[number];

export function Funnel({ funnel: { name, steps } }: { readonly funnel: ShownFunnel }) {
  const id = useId();
  const bars = steps.map((step, index) => ({
    key: String(index),
    label: <UntrustedText text={step.name ?? labels.step(index + 1)} isCut />,
    count: step.visitors,
    share: (step.share_of_first ?? 0) / 100,
  }));
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>
        <UntrustedText text={name} />
      </h2>
      <BarList
        bars={bars}
        label={name}
        rowName={labels.stepName}
        count={{ name: shared.visitors }}
        hasShare
      />
    </section>
  );
}
