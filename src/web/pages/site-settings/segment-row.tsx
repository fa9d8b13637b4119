/** A segment in the settings: what it is, showing, renaming and deleting it. */
import { useState } from 'react';
import { Link } from 'wouter';
import {
  filterConjunction,
  filterPrefix,
  formatFilterValue,
  toAlternatives,
} from '../../app/filter-labels.ts';
import { type SavedSegment, toFilters, type useSavedSegments } from '../../app/use-saved-segments.ts';
import { useCanWrite } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { RenameForm } from '../../forms/rename-form.tsx';
import * as segmentLabels from '../../labels/saved-segments.ts';
import * as labels from '../../labels/sharing.tsx';
import { Button } from '../../ui/button.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DEFAULT_VIEW, formatView } from '../../view.ts';

interface RowProps {
  readonly siteId: number;
  readonly segment: SavedSegment;
  readonly segments: ReturnType<typeof useSavedSegments>;
}

export function SegmentRow({ siteId, segment, segments }: RowProps) {
  const canWrite = useCanWrite() || segment.visibility === 'personal';
  const [isRenamed, setIsRenamed] = useState(false);
  const { id, name } = segment;
  const filters = toFilters(segment);
  if (isRenamed)
    return (
      <li className="row">
        <RenameForm
          name={name}
          rename={changed => segments.change(id, { name: changed })}
          onDone={() => setIsRenamed(false)}
        />
      </li>
    );
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          {segment.visibility === 'personal' && <span className="tag">{segmentLabels.isPersonal}</span>}
        </span>
        <span className="hint">
          {toAlternatives(filters).map(({ filter, isAnother }, index) => (
            <span key={`${filter.name} ${filter.value} ${filter.isExcluded}`}>
              {isAnother
                ? ` ${filterConjunction(filter)} `
                : `${index > 0 ? ' · ' : ''}${filterPrefix(filter)} `}
              <UntrustedText text={formatFilterValue(filter.name, filter.value)} />
            </span>
          ))}
        </span>
      </div>
      <div className="actions">
        <Link
          className="button quiet small"
          href={`/sites/${siteId}${formatView({ ...DEFAULT_VIEW, filters })}`}
        >
          {labels.show}
        </Link>
        {canWrite && (
          <>
            <Button
              variant="quiet"
              isSmall
              aria-label={labels.renameSegment(name)}
              onClick={() => setIsRenamed(true)}
            >
              {labels.rename}
            </Button>
            <ConfirmButton
              text={labels.deleteText}
              label={labels.deleteSegment(name)}
              title={labels.deleteSegmentQuestion}
              action={labels.deleteText}
              work={() => segments.remove(id)}
              hint={labels.deleteSegmentHint}
            />
          </>
        )}
      </div>
    </li>
  );
}
