/** A step of a flow: its pages, the others together, and the visits that were over. */
import type { Static } from '@sinclair/typebox';
import { X } from 'lucide-react';
import type { PathsAnswer } from '../../../features/paths/schema.ts';
import { type Bar, BarList } from '../../charts/bar-list.tsx';
import * as labels from '../../labels/funnels.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type Step = Static<typeof PathsAnswer>['steps'][number];

export function PathColumn({
  step,
  number,
  visits,
  endLabel,
  chosen,
  onChoose,
  onRelease,
}: {
  readonly step: Step;
  readonly number: number;
  readonly visits: number;
  readonly endLabel: string;
  /** The page that visits have to go through here. */
  readonly chosen: string | undefined;
  /** Absent where no page can be chosen. */
  readonly onChoose: ((path: string) => void) | undefined;
  readonly onRelease: () => void;
}) {
  const title = labels.step(number);
  const toEnd = (key: string, label: string, part: Step['other']): Bar[] =>
    part.visits === 0 ? [] : [{ key, label, count: part.visits, share: part.share / 100, isNone: true }];
  const bars: Bar[] = [
    ...step.pages.map(({ path, visits: count, share }) => ({
      key: path,
      label: <UntrustedText text={path} isCut />,
      count,
      share: share / 100,
      isChosen: path === chosen,
      action: onChoose && { onSelect: () => onChoose(path) },
    })),
    ...toEnd('|other', labels.otherPages, step.other),
    ...toEnd('|end', endLabel, step.ended),
  ];
  return (
    <>
      {chosen !== undefined && (
        <Button isSmall variant="quiet" aria-label={labels.goBack(chosen)} onClick={onRelease}>
          <X size={16} aria-hidden="true" /> <UntrustedText text={chosen} isCut />
        </Button>
      )}
      <BarList
        bars={bars}
        label={title}
        rowName={title}
        count={{ name: shared.visits }}
        hasShare
        max={Math.max(1, visits)}
      />
    </>
  );
}
